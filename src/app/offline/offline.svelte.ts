/** Whether the page works without a network. A newer version takes over when its user says so, or all its tabs are closed. */
import { stateOf, type OfflineState } from './state.ts';

class Offline {
  state = $state<OfflineState>('unsupported');
  #registration: ServiceWorkerRegistration | null = null;
  /** Another tab let the newer version take over. */
  #isOutdated = false;
  #isReloading = false;

  constructor() {
    if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
    this.state = 'installing';
    // The page's own loading comes first.
    if (document.readyState === 'complete') void this.#register();
    else addEventListener('load', () => void this.#register());
  }

  /** Loads the newer version; a run under way ends. */
  reload(): void {
    const waiting = this.#registration?.waiting;
    if (!waiting) return location.reload();
    this.#isReloading = true;
    waiting.postMessage('takeOver');
  }

  async #register(): Promise<void> {
    const workers = navigator.serviceWorker;
    let isControlled = workers.controller !== null;
    workers.addEventListener('controllerchange', () => {
      if (this.#isReloading) return location.reload();
      this.#isOutdated ||= isControlled;
      isControlled = true;
      this.#refresh();
    });
    // Refused in some private windows, which is no fault.
    this.#registration = await workers.register('./service-worker.js').catch(() => null);
    this.#registration?.addEventListener('updatefound', () => this.#watch());
    this.#registration?.active?.postMessage('loaded');
    document.addEventListener('visibilitychange', () => this.#lookForUpdate());
    this.#watch();
  }

  #watch(): void {
    this.#registration?.installing?.addEventListener('statechange', () => this.#refresh());
    this.#refresh();
  }

  #refresh(): void {
    if (this.#isOutdated) this.state = 'updateReady';
    else this.state = this.#registration ? stateOf(this.#registration) : 'failed';
  }

  /** For a tab that stays open for days. */
  #lookForUpdate(): void {
    // Without a network there is none.
    if (document.visibilityState === 'visible') this.#registration?.update().catch(() => null);
  }
}

export const offline = new Offline();
