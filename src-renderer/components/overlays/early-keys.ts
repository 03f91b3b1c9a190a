/** Keys that are pressed while a dialog or menu with a text field is loading. */
export interface EarlyKeys {
  /** Text for the field. */
  typed: string;
  /** Enter was pressed after the text, or without any text. */
  isEntered: boolean;
}

export const noEarlyKeys = (): EarlyKeys => ({ typed: '', isEntered: false });
