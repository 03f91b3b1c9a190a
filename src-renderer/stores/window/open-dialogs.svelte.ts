import type { Component } from 'svelte';

/** The component of a dialog, with its properties. `onclose` is added when the dialog is shown. */
export type DialogContent = readonly [component: Component<Record<string, unknown>>, props: object];

/** A dialog over the page. */
export interface OpenDialog {
  id: number;
  content: Promise<DialogContent>;
}

/** The dialogs over the page, in the order in which they were opened. */
export class OpenDialogs {
  list = $state.raw<readonly OpenDialog[]>([]);
  /** Letters that were typed while the newest dialog was loaded. */
  typed = $state('');
  #count = 0;

  /** Show a dialog as soon as it is loaded. Returns a function that closes it. */
  open(content: Promise<DialogContent>): () => void {
    const dialog = { id: (this.#count += 1), content };
    this.typed = '';
    this.list = [...this.list, dialog];
    return () => this.close(dialog);
  }

  close(dialog: OpenDialog): void {
    this.list = this.list.filter((other) => other !== dialog);
  }
}
