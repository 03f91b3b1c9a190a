import { untrack } from 'svelte';
import { consoles as words } from '#shared/text/en/console.ts';
import { attempt } from '../../../components/messages/attempt.ts';
import { ColumnModel, type Column } from '../../../components/grid/columns.svelte.ts';
import { GridPosition } from '../../../components/grid/grid-position.svelte.ts';
import { Selection } from '../../../components/grid/selection.svelte.ts';
import type { Stores } from '../../../stores/context.ts';

/** The state of a table whose rows are not a synced collection, such as the journal. `LocalTable` shows it. */
export class LocalList {
  readonly selection = new Selection();
  readonly columns: ColumnModel;
  /** The text of the search field. */
  typed = $state('');
  position = $state.raw(new GridPosition());

  readonly #preferences: Stores['preferences'];
  readonly #name: string | null;

  /** `name`: the layout of the columns is saved under this name in the preferences; null: it is not saved. */
  constructor({ preferences }: Pick<Stores, 'preferences'>, columns: readonly Column[], name: string | null) {
    this.#preferences = preferences;
    this.#name = name;
    this.columns = new ColumnModel(columns, (layout) => {
      if (name !== null) void attempt(() => preferences.setTable(name, layout), words.layoutNotKept);
    });
    this.restore();
  }

  /** Apply the saved layout of the columns. Reactive: it changes when it is saved elsewhere. */
  restore(): void {
    const saved = this.#name === null ? undefined : this.#preferences.table(this.#name);
    untrack(() => this.columns.restore(saved));
  }

  /** Other rows match now: start at the first one. A selection of all rows ends. */
  startOver(): void {
    if (this.selection.isAll) this.selection.clear();
    this.position = new GridPosition();
  }
}
