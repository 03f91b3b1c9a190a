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

  /** `name`: the preferences save the layout of the columns under this name; null: it is not saved. */
  constructor({ preferences }: Pick<Stores, 'preferences'>, columns: readonly Column[], name: string | null) {
    this.#preferences = preferences;
    this.#name = name;
    this.columns = new ColumnModel(columns, (layout) => {
      if (name !== null) void attempt(() => preferences.setTable(name, layout), words.layoutNotKept);
    });
    this.restore();
  }

  /** Apply the saved layout of the columns. In an effect, it runs again when the layout is saved elsewhere. */
  restore(): void {
    const saved = this.#name === null ? undefined : this.#preferences.table(this.#name);
    untrack(() => this.columns.restore(saved));
  }

  /** Call this when other rows match: scrolls to the first row, and clears a selection of all rows. */
  startOver(): void {
    if (this.selection.isAll) this.selection.clear();
    this.position = new GridPosition();
  }
}
