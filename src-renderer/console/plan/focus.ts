/** Return the focus to the element that had it; if that no longer exists, to the table of the page or to the page. */
export function restoreFocus(before: Element | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body && activeElement.closest('[role="dialog"]') === null)
    return;
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const place = isThere ? before : (find('main [role="grid"]') ?? find('main'));
  place?.focus();
}

const find = (selector: string): HTMLElement | null => document.querySelector(selector);
