/** Small choices kept in this browser. Where storage is blocked they last as long as the page. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`longrun.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`longrun.${name}`, value);
  } catch {
    // Nothing depends on it.
  }
}
