/** Small choices kept in this browser. Where storage is blocked they last as long as the page. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`longrun.${name}`);
  } catch {
    return null;
  }
}

/** Whether it was kept. Most callers need not know. */
export function remember(name: string, value: string): boolean {
  try {
    localStorage.setItem(`longrun.${name}`, value);
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`longrun.${name}`);
  } catch {
    // Then there was nothing.
  }
}
