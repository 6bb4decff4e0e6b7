/** A judge's words, with the messages that they name by number, `[12]`, set apart. */
export type Piece = { readonly text: string } | { readonly message: number };

/** `messages`: how many there are; counted from 1. Other numbers in brackets are words. */
export function piecesOf(text: string, messages: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\[(\d{1,6})\]/g)) {
    const message = Number(match[1]);
    if (message < 1 || message > messages) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push({ message });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
