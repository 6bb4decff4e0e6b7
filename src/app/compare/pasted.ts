/** Run links in any text: a mail, a chat, a column of a spreadsheet. */

export interface PastedLink {
  /** What stands before the link on its line, if that is a name. */
  readonly name: string | null;
  /** `#/run=…`, whole or not: a link that was cut off is found too, so that it can be said. */
  readonly fragment: string;
}

const LINK = /#\/run=[\w-]*(?:\.[\w-]+)*/g;
const LONGEST_NAME = 80;

export function linksIn(pasted: string): PastedLink[] {
  return pasted.split(/\r?\n/).flatMap((line) => {
    let end = 0;
    return [...line.matchAll(LINK)].map(({ 0: fragment, index }) => {
      const name = nameIn(line.slice(end, index));
      end = index + fragment.length;
      return { name, fragment };
    });
  });
}

/** `1. Ann: https://example.org/` → `Ann` */
function nameIn(before: string): string | null {
  const address = /[a-z][a-z+.-]*:\/\/\S*$/i.exec(before) ?? /\S*\/\S*$/.exec(before);
  const name = before
    .slice(0, address?.index)
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
    .replace(/^[\s"'“<>()[\],;|]+|[\s"'”<>([\],;:：|=–—-]+$/g, '');
  return name === '' ? null : name.slice(0, LONGEST_NAME);
}
