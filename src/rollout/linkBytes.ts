/** What a link's text is packed with: deflate with a dictionary, and base64 whose letters a URL takes as they are. */
import { deflateSync, inflateSync } from 'fflate';

/** Bytes of text that a link may hold: twenty times a bot's three years, and what a forged link can make of memory. */
export const TEXT_BYTES_MAX = 2 ** 21;

/**
 * What texts of links have in common, the most common last. Part of the format: with another dictionary, links made
 * before unpack to something else. Its marks are those of `linkLines.ts`.
 */
const DICTIONARY = new TextEncoder().encode(
  [
    '"abandoned_turns":,"reason":"undo","turn":"reason":"fork","lineage":[{"episode":2,"forced":[',
    '"wheel":[[1,{"kind":"scripted","name":"',
    '{"challenge":true,"driver":{"kind":"model","name":"{"driver":{"kind":"human","name":"you"},"preset":"classic","seed":1',
    '{"driver":{"kind":"bot","name":"careful"},"preset":"paper","seed":1}',
    'scratchpad clear',
    'scratchpad write --content "',
    'scratchpad append --content "',
    'scratchpad read',
    'report monthly',
    'finance ledger --category --from --to ',
    'client history',
    'task cancel --task-id ` --reason "',
    'task list --status active',
    'task list',
    'market browse --domain training --reward-min-cents --offset 50 --limit 10',
    'market browse --domain inference --limit 20',
    'market browse --domain research --required-prestige-lte 2',
    'market browse --domain data_environment --required-prestige-lte ',
    'market browse --limit 5000 --required-prestige-lte 1',
    'market browse',
    'client list',
    'market browse --limit 5000',
    'employee list',
    'company status',
    'task accept --task-id ~1',
    'task inspect --task-id `',
    'task assign --task-id ` --employee-id ^1',
    'task assign --task-id ` --employee-id ^2',
    'task dispatch --task-id `',
    'sim resume',
    '',
    'company status',
    'client list',
    'task accept --task-id Task-1',
    'task inspect --task-id `',
    'task assign --task-id ` --employees Emp_1,Emp_2,Emp_3,Emp_4',
    'task assign-all --task-id `',
    'task dispatch --task-id `',
    'sim resume',
    '',
    'sim resume',
    '',
    '',
  ].join('\n'),
);

export function pack(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, dictionary: DICTIONARY });
}

/** Null for what is not packed, or unpacks to more than `TEXT_BYTES_MAX`; never takes more memory than that. */
export function unpack(packed: Uint8Array): Uint8Array | null {
  try {
    const bytes = inflateSync(packed, { out: new Uint8Array(TEXT_BYTES_MAX + 1), dictionary: DICTIONARY });
    return bytes.length <= TEXT_BYTES_MAX ? bytes : null;
  } catch {
    return null;
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url without padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(i, i + 3);
    const bits = (first << 16) | (second << 8) | third;
    for (const shift of [18, 12, 6, 0]) text += LETTERS.charAt((bits >> shift) & 63);
  }
  return text.slice(0, Math.ceil((bytes.length * 4) / 3));
}

/** Bits beyond the last whole byte are dropped. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  for (let i = 0; i < text.length; i += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((offset) => Math.max(0, LETTERS.indexOf(text.charAt(i + offset)))) as [number, number, number, number];
    const bits = (a << 18) | (b << 12) | (c << 6) | d;
    for (const [offset, shift] of [16, 8, 0].entries()) bytes[(i / 4) * 3 + offset] = (bits >> shift) & 255;
  }
  return bytes;
}
