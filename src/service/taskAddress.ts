/** Where task files are fetched from, and what a set of tasks is called. */
import { failure, success, type Result } from '../core/result.ts';

const LONGEST_NAME = 80;
/** Of Hugging Face: a model, data set or space, with its owner or without, up to the word that asks for the page of a file. */
const SHOWN_FILE = /^((?:\/(?:datasets|spaces))?\/[^/]+(?:\/[^/]+)?)\/blob\//;

/**
 * The address that a task file is fetched from: a page of GitHub or Hugging Face that shows a file is turned into the file.
 * Error code: `bad-address`.
 */
export function taskAddress(given: string): Result<string> {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return failure('bad-address', 'this is no address; one begins with https://', given.slice(0, LONGEST_NAME));
  }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
    return failure('bad-address', 'only https:// addresses are fetched, and http:// ones of this machine', given.slice(0, LONGEST_NAME));
  }
  const [, owner, repository, kind, ...rest] = url.pathname.split('/');
  if (url.hostname === 'github.com' && (kind === 'blob' || kind === 'raw') && rest.length > 1) {
    return success(`https://raw.githubusercontent.com/${owner}/${repository}/${rest.join('/')}`);
  }
  if (url.hostname === 'huggingface.co') url.pathname = url.pathname.replace(SHOWN_FILE, '$1/resolve/');
  return success(url.href);
}

/** From the name of a file or its address: without folders and endings, of at most 80 characters. */
export function taskSetName(source: string): string {
  const path = /^https?:\/\//i.test(source) ? source.replace(/^https?:\/\/[^/?#]*|[?#].*$/gi, '') : source;
  const file = path.split(/[/\\]/).filter((part) => part !== '').at(-1) ?? '';
  const name = decoded(file).replace(/\.gz$/i, '').replace(/\.json$/i, '').replace(/[\p{Cc}/\\]/gu, ' ').trim();
  return [...name].slice(0, LONGEST_NAME).join('').trimEnd() || 'tasks';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
