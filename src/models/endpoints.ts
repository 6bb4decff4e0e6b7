/** Where a model is called: a family and its address. Holds no key, so it may be stored and shown. */
import { families, type Family, type FamilyName } from './families.ts';

export interface Endpoint {
  readonly family: FamilyName;
  /** Without a slash at the end. */
  readonly baseUrl: string;
}

export function familyOf({ family }: Endpoint): Family {
  return families[family];
}

/** Exactly the headers that the endpoint needs. */
export function headersFor(
  endpoint: Endpoint,
  key: string | null,
  { browser, json }: { browser: boolean; json: boolean },
): Record<string, string> {
  const { auth, headers, browserHeaders } = familyOf(endpoint);
  return {
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...headers,
    ...(browser ? browserHeaders : {}),
    ...(key === null ? {} : auth === 'bearer' ? { authorization: `Bearer ${key}` } : { [auth]: key }),
  };
}

/** Scheme, host and port: what a content security policy must allow, and what a message may name. */
export function originOf({ baseUrl }: Endpoint): string {
  return /^https?:\/\/[^/]+/.exec(baseUrl)?.[0] ?? baseUrl;
}

/** On this machine or in its own network, by the look of the address. */
export function isNearby({ baseUrl }: Endpoint): boolean {
  const host = /^https?:\/\/(\[[^\]]+\]|[^/:]+)/.exec(baseUrl)?.[1]?.toLowerCase() ?? '';
  return (
    /^(localhost|\[::1\]|[^.]+)$/.test(host) ||
    /\.(localhost|local|lan|internal)$/.test(host) ||
    /^(127|10)\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$/.test(host)
  );
}
