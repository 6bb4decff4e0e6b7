/**
 * Run links: `#/run=VERSION.PAYLOAD.CHECK`, a whole run in a URL's fragment, which no server sees. The payload, in base64,
 * is the length of the hashes (2 bytes), the hashes of the turns (a byte each, the last one whole), the packed text.
 */
import { sha256Hex } from '../core/hash.ts';
import { failure, success, type Failure, type Result } from '../core/result.ts';
import type { BareRun } from './bare.ts';
import { fromBase64, pack, TEXT_BYTES_MAX, toBase64, unpack } from './linkBytes.ts';
import { LINK_PREFIX } from './linkPrefix.ts';
import { fromLinkText, toLinkText } from './linkText.ts';

/** Characters of the fragment. Chrome's address bar shows, and so copies, no more than 32,779. */
export const LINK_MAX = 32_000;
/** Above this some chat and mail programs cut a link off. */
export const LINK_COMFORTABLE = 2_000;

const VERSION = 1;
const LINK = /^#?\/run=((\d{1,6})\.([\w-]*))\.([0-9a-f]{8})$/;
const HASH_DIGITS = 2;

/** What a link carries besides the run. */
export interface LinkedRun {
  readonly run: BareRun;
  /** The receiver plays first, and sees the sender's result afterwards. */
  readonly challenge: boolean;
}

/** Timings, token counts and exchanges stay behind. Error codes: `link-too-long`, `link-holds-no-hash`. */
export function encodeRunLink({ run, challenge }: LinkedRun): Result<string> {
  const { head, turns, openLines } = run;
  const unchecked = turns.findIndex(({ hash }) => !/^(?:[0-9a-f]{2}){1,16}$/.test(hash));
  if (unchecked >= 0) return failure('link-holds-no-hash', 'the turn has no state hash to check it by', `turn ${unchecked + 1}`);
  const hashes = turns.map(({ hash }, i) => (i < turns.length - 1 ? hash.slice(0, HASH_DIGITS) : hash)).join('');
  const text = new TextEncoder().encode(toLinkText({ head, turns, openLines, challenge }));
  if (text.length > TEXT_BYTES_MAX) return tooLong(`this run's lines are ${text.length} bytes; a link holds at most ${TEXT_BYTES_MAX}`);
  const payload = toBase64(new Uint8Array([hashes.length >> 9, (hashes.length >> 1) & 255, ...fromHex(hashes), ...pack(text)]));
  const checked = `${VERSION}.${payload}`;
  const link = `#${LINK_PREFIX}${checked}.${checkOf(checked)}`;
  if (link.length <= LINK_MAX) return success(link);
  return tooLong(`this run's link would have ${link.length} characters; browsers can be trusted with ${LINK_MAX}`);
}

/**
 * The run as the link has it; `replayBare` shows whether it holds. Error codes: `link-damaged`, `link-version`,
 * `link-preset-unknown`, `link-preset-invalid`.
 */
export function decodeRunLink(fragment: string): Result<LinkedRun> {
  const [, checked = '', version, payload = '', check] = LINK.exec(fragment) ?? [];
  if (check === undefined || checkOf(checked) !== check) return damaged('is not whole: it was cut off or changed on the way');
  if (Number(version) !== VERSION) {
    return failure('link-version', `the link has version ${version}, and this program reads version ${VERSION}; reload the page or update Longrun`);
  }
  if (fragment.length > LINK_MAX + 1) return damaged('is longer than any that Longrun makes');
  const bytes = fromBase64(payload);
  const hashesEnd = 2 + (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0));
  const hashes = toHex(bytes.subarray(2, hashesEnd));
  const text = textOf(unpack(bytes.subarray(hashesEnd)));
  const read = text === null ? null : fromLinkText(text);
  if (!read) return damaged('does not hold a run');
  if (!read.ok) return read;
  const { head, turns, openLines, challenge } = read.value;
  const lastAt = (turns.length - 1) * HASH_DIGITS;
  const isLastWhole = hashes.length > lastAt && hashes.length <= lastAt + 32;
  if (turns.length > 0 ? !isLastWhole : hashes !== '') return damaged('does not hold a hash for every turn');
  const hashAt = (i: number): string => hashes.slice(i * HASH_DIGITS, i < turns.length - 1 ? (i + 1) * HASH_DIGITS : undefined);
  return success({ run: { head, turns: turns.map((turn, i) => ({ ...turn, hash: hashAt(i) })), openLines }, challenge });
}

function checkOf(checked: string): string {
  return sha256Hex(checked).slice(0, 8);
}

function tooLong(reason: string): Failure {
  return failure('link-too-long', `${reason}. Save the run as a file and send that.`);
}

function damaged(what: string): Failure {
  return failure('link-damaged', `the link ${what}. Copy it again in one piece, or ask for the run as a file.`);
}

function textOf(bytes: Uint8Array | null): string | null {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fromHex(digits: string): number[] {
  return (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
