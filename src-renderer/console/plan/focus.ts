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

/**
 * Call while a form is created. When the form is closed, the focus returns to the element that had it before. The
 * library can't do this if a plan was shown, because the dialog of the form is closed during that time.
 */
export function restoreFocusAtEnd(): void {
  const opener = document.activeElement;
  onDestroy(() => void tick().then(() => restoreFocus(opener)));
}

const find = (selector: string): HTMLElement | null => document.querySelector(selector);
