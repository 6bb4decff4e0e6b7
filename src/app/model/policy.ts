/**
 * The second content security policy: connections go to this site and to the endpoints that the user has set up, and
 * nowhere else. It is the first thing to run. A policy can only be narrowed, so another endpoint takes a reload.
 */
import { recall, remember } from '../memory.ts';

/**
 * What the page's own policy lets through, which knows no IPv6 addresses. Nothing that could end a directive is among it.
 */
const ALLOWABLE = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

export function isAllowable(origin: string): boolean {
  return ALLOWABLE.test(origin);
}

/** What this page may connect to, besides itself, until it is loaded again. */
export const allowedOrigins: readonly string[] = read();

const policy = document.createElement('meta');
policy.httpEquiv = 'Content-Security-Policy';
policy.content = `connect-src ${["'self'", ...allowedOrigins].join(' ')}`;
document.head.append(policy);

/** Loads the page again; the address brings it back to where it was. */
export function allow(origin: string): void {
  write([...read().filter((other) => other !== origin), origin]);
  location.reload();
}

export function disallow(origin: string): void {
  write(read().filter((other) => other !== origin));
  location.reload();
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(recall('origins') ?? '[]');
    return Array.isArray(stored) ? stored.filter((origin): origin is string => typeof origin === 'string' && isAllowable(origin)) : [];
  } catch {
    return [];
  }
}

function write(origins: readonly string[]): void {
  remember('origins', JSON.stringify(origins));
}
