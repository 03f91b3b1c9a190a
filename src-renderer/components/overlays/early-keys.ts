/** Keys that are pressed while a dialog or menu with a text field is loading. */
export interface EarlyKeys {
  /** Text for the field. */
  typed: string;
  /** Enter was pressed after the text, or without any text. */
  isEntered: boolean;
}

export const noEarlyKeys = (): EarlyKeys => ({ typed: '', isEntered: false });

/** The Enter key that opened a menu or the palette, and is still held down, chooses nothing in it. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}
