/** Keys at rest: encrypted under a passphrase, which is stored nowhere. */
import * as v from 'valibot';
import { forget, recall, remember } from '../memory.ts';

const NAME = 'keys';
const ITERATIONS = 600_000;

const sealedSchema = v.strictObject({
  version: v.literal(1),
  /** PBKDF2 with SHA-256. */
  iterations: v.pipe(v.number(), v.integer(), v.minValue(ITERATIONS), v.maxValue(10_000_000)),
  /** Base64, as the rest. */
  salt: v.string(),
  iv: v.string(),
  /** AES-GCM of the JSON of the keys. */
  data: v.string(),
});

const keysSchema = v.record(v.string(), v.string());

/** By base URL: a key goes to no other endpoint. */
export type Keys = Readonly<Record<string, string>>;

/** Browsers encrypt only on pages that came over https, or from this machine. */
export const canSeal: boolean = globalThis.isSecureContext;

export function isSealed(): boolean {
  return recall(NAME) !== null;
}

/** False if the browser does not let the page store anything. */
export async function seal(keys: Keys, passphrase: string): Promise<boolean> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyFrom(passphrase, salt, ITERATIONS);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(keys)));
  const sealed = { version: 1, iterations: ITERATIONS, salt: toBase64(salt), iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
  return remember(NAME, JSON.stringify(sealed));
}

/** Null if the passphrase is another one, or what is stored is damaged. */
export async function unseal(passphrase: string): Promise<Keys | null> {
  try {
    const { iterations, salt, iv, data } = v.parse(sealedSchema, JSON.parse(recall(NAME) ?? ''));
    const key = await keyFrom(passphrase, fromBase64(salt), iterations);
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, key, fromBase64(data));
    return v.parse(keysSchema, JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null;
  }
}

export function unlearn(): void {
  forget(NAME);
}

async function keyFrom(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase.normalize('NFC')), 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
