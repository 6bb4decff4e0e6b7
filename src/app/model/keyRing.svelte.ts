/** The user's keys: in memory, and on this device only as ciphertext, if so wished. */
import type { Endpoint } from '../../models/endpoints.ts';
import { isSealed, seal, unlearn, unseal, type Keys } from './vault.ts';

export class KeyRing {
  #keys = $state.raw<Keys>({});
  /** True if there are keys on this device, opened or not. */
  isRemembered = $state(isSealed());
  isOpen = $state(!isSealed());

  keyFor({ baseUrl }: Endpoint): string {
    return this.#keys[baseUrl] ?? '';
  }

  set({ baseUrl }: Endpoint, key: string): void {
    const { [baseUrl]: _old, ...others } = this.#keys;
    this.#keys = key === '' ? others : { ...others, [baseUrl]: key };
  }

  /** All that must never be written anywhere. */
  get live(): readonly string[] {
    return Object.values(this.#keys);
  }

  /** False if the browser does not let the page store anything. */
  async remember(passphrase: string): Promise<boolean> {
    const stored = await seal(this.#keys, passphrase);
    this.isRemembered = this.isOpen = stored;
    return stored;
  }

  /** False if it is not the passphrase. */
  async unlock(passphrase: string): Promise<boolean> {
    const keys = await unseal(passphrase);
    if (keys === null) return false;
    this.#keys = { ...keys, ...this.#keys };
    this.isOpen = true;
    return true;
  }

  /** Here and on this device. */
  forget(): void {
    this.#keys = {};
    unlearn();
    this.isRemembered = false;
    this.isOpen = true;
  }
}
