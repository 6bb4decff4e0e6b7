/** The last look at a file before it is written. */
import { withoutKey } from '../../models/secrets.ts';

/** Whether a key in use is in the bytes, packed or not. */
export async function holdsSecret(bytes: Uint8Array, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = isGzip ? await unpacked(bytes) : new TextDecoder('latin1').decode(bytes);
  return keys.some((key) => withoutKey(text, key) !== text);
}

function unpacked(bytes: Uint8Array): Promise<string> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
