/** Single-key shortcuts. They can be switched off: speech input may press keys by accident (WCAG 2.1.4). */
import { recall, remember } from './memory.ts';

class Shortcuts {
  areOn = $state(recall('shortcuts') !== 'off');

  switch(on: boolean): void {
    this.areOn = on;
    remember('shortcuts', on ? 'on' : 'off');
  }

  /** The key, if this press is a shortcut and not something that a control understands. */
  keyOf(event: KeyboardEvent): string | null {
    const { target, key } = event;
    if (!this.areOn || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return null;
    if (document.querySelector('dialog[open]')) return null;
    return target instanceof Element && understands(target, key) ? null : key;
  }
}

/** Whether the element does something of its own with the key. */
function understands(target: Element, key: string): boolean {
  const control = target.closest('input, select, textarea, button, summary, a, [contenteditable]');
  if (!control || control.matches('input[type="radio"]:checked')) return false;
  return key === ' ' || !control.matches('button, summary, a, input[type="radio"], input[type="checkbox"]');
}

export const shortcuts = new Shortcuts();
