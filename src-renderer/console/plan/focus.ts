import { onDestroy, tick } from 'svelte';

/** Return the focus to the element that had it; if that no longer exists, to the table of the page or to the page. */
export function restoreFocus(before: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body && activeElement.closest('[role="dialog"]') === null)
    return;
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const place = isThere ? before : (find('main [role="grid"]') ?? find('main'));
  place?.focus();
}

/** Return the focus when this form is closed. The library forgets which element opened the form while a plan is shown. */
export function restoreFocusAtEnd(): void {
  const opener = document.activeElement;
  onDestroy(() => void tick().then(() => restoreFocus(opener)));
}

const find = (selector: string): HTMLElement | null => document.querySelector(selector);
