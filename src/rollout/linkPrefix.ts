/** How a run link begins; apart from the codec, so that an address can be told without it. */
export const LINK_PREFIX = '/run=';

export function isRunLink(fragment: string): boolean {
  return fragment.replace(/^#/, '').startsWith(LINK_PREFIX);
}
