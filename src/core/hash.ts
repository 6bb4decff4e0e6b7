/** SHA-256 in the forms used here: bytes, hex, name-based ids, and a set hash. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function sha256Bytes(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

export function sha256Hex(text: string): string {
  return bytesToHex(sha256Bytes(text));
}

/** A UUID (version 8: custom) that depends on the name alone. */
export function uuidFromName(name: string): string {
  const bytes = sha256Bytes(name).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The hash of a set of texts, kept up to date member by member: the sum, modulo 2^128, of
 * the first 128 bits of each member's SHA-256. Independent of order; reversible.
 */
export class SetHash {
  #sum: bigint;

  /** Of no members, or of those of another. */
  constructor(of?: SetHash) {
    this.#sum = of ? of.#sum : 0n;
  }

  add(member: string): void {
    this.#sum = BigInt.asUintN(128, this.#sum + digest128(member));
  }

  remove(member: string): void {
    this.#sum = BigInt.asUintN(128, this.#sum - digest128(member));
  }

  /** 32 hex digits. */
  toString(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }
}

function digest128(text: string): bigint {
  return BigInt(`0x${bytesToHex(sha256Bytes(text).subarray(0, 16))}`);
}
