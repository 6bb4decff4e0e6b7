/** Which page the address names. */
export const ROUTES = ['lab', 'service', 'runs', 'compare', 'lessons'] as const;
export type Route = (typeof ROUTES)[number];

/** Everything that names no other page is the lab's: it says what is wrong with it. What follows a slash is the page's own. */
export function routeOf(fragment: string): Route {
  const [path] = fragment.replace(/^#\/?/, '').split(/[?/]/, 1);
  return ROUTES.find((route) => route === path && route !== 'lab') ?? 'lab';
}
