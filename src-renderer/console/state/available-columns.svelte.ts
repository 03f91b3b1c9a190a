import type { Scoped } from '#shared/contract/collection.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { ListColumn } from '../list-spec.ts';
import { valueOf } from '../column-values.ts';

/** How many rows are checked for a value. */
const mostRows = 100;

/** The columns that can have a value. Columns from details, or for administrators only, may be empty in all rows. */
export class AvailableColumns {
  readonly #columns: readonly ListColumn[];
  readonly #isAdministratorView: () => boolean;
  /** Detail columns that had a value before; they stay visible. */
  #filled = $state.raw<readonly string[]>([]);

  constructor(columns: readonly ListColumn[], isAdministratorView: () => boolean) {
    this.#columns = columns;
    this.#isAdministratorView = isAdministratorView;
  }

  isAvailable(column: Column): boolean {
    const { id, isAdministrators, isDetail } = column as ListColumn;
    if (isAdministrators === true && !this.#isAdministratorView()) return false;
    return isDetail !== true || this.#filled.includes(id);
  }

  /** Check the loaded rows for detail columns that now have a value. */
  update(total: number, rowAt: (index: number) => Scoped<ListRow> | undefined): void {
    let empty = this.#columns.filter(({ id, isDetail }) => isDetail === true && !this.#filled.includes(id));
    const found: string[] = [];
    for (let index = 0; index < Math.min(total, mostRows) && empty.length > 0; index += 1) {
      const row = rowAt(index);
      if (row === undefined) continue;
      found.push(...empty.filter((column) => valueOf(row, column) !== undefined).map(({ id }) => id));
      empty = empty.filter(({ id }) => !found.includes(id));
    }
    if (found.length > 0) this.#filled = [...this.#filled, ...found];
  }
}
