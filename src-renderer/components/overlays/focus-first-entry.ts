/**
 * Move the focus to the first entry of a menu that was opened with a key. The library does so only if the browser
 * reported no movement of the pointer since the key was pressed, and a browser also reports one when the menu appears
 * below a pointer at rest.
 */
export function focusFirstEntry(menu: HTMLElement): void {
  if (!document.activeElement?.matches(':focus-visible')) return;
  menu.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true });
}
