/**
 * Signing in at OpenRouter (OAuth with PKCE), which makes a key for this page. The verifier stays in this tab; what comes back
 * in the address is of no use without it, and is taken out of the address at once.
 */
import { failure, success, type Result } from '../../core/result.ts';

const SITE = 'https://openrouter.ai';
const VERIFIER = 'longrun.openRouterVerifier';
const RETURN = 'longrun.openRouterReturn';

/** Leaves the page. */
export async function signIn(): Promise<void> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
  sessionStorage.setItem(VERIFIER, verifier);
  // The fragment would not survive the way there and back.
  sessionStorage.setItem(RETURN, location.hash);
  const query = new URLSearchParams({ callback_url: location.origin + location.pathname, code_challenge: challenge, code_challenge_method: 'S256' });
  location.assign(`${SITE}/auth?${query}`);
}

/** Exchanges the code that the page came back with for a key. Error code: `sign-in`. */
export async function finishSignIn(code: string): Promise<Result<string>> {
  const verifier = sessionStorage.getItem(VERIFIER);
  sessionStorage.removeItem(VERIFIER);
  if (verifier === null) return failure('sign-in', 'this tab did not begin it');
  try {
    const response = await fetch(`${SITE}/api/v1/auth/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: 'S256' }),
      redirect: 'error',
    });
    const { key } = (await response.json()) as { key?: unknown };
    if (response.ok && typeof key === 'string' && key !== '') return success(key);
    return failure('sign-in', `OpenRouter answered with ${response.status}`);
  } catch {
    return failure('sign-in', 'OpenRouter did not answer');
  }
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
