/** Texts as sequences of code points: what the scores count, so that an emoji is one character. */

/** A lone surrogate counts as a character of its own. */
export function charactersOf(text: string): Int32Array {
  const characters = new Int32Array(text.length);
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const isPair = (unit & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    characters[count] = isPair ? (text.codePointAt(index) as number) : unit;
    if (isPair) index += 1;
    count += 1;
  }
  return characters.subarray(0, count);
}
