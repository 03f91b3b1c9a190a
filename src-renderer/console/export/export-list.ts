import { consoles as words } from '#shared/text/en/console.ts';
import type { Stores } from '../../stores/context.ts';
import type { ListState } from '../state/list-state.svelte.ts';
import { exportFile } from './export-question.ts';
import { fieldsOf } from '../column-values.ts';

const exportFormats = ['csv', 'json'] as const;

/**
 * Export rows of a list with the columns that the person selects; visible columns are preselected. `onwriting`: called
 * before the file is written, and after that.
 */
export function exportList(
  stores: Pick<Stores, 'host'>,
  { spec, list, columns }: ListState,
  selection: Parameters<ListState['list']['export']>[0],
  rows: number,
  onwriting: (isWriting: boolean) => void = () => undefined,
): Promise<void> {
  const offered = columns.all.filter((column) => fieldsOf({ ...spec, leading: [] }, [column]).length > 0);
  const question = {
    title: words.exportTitle(spec.noun, rows),
    formats: exportFormats,
    columns: offered.map((column) => ({ id: column.id, title: column.title, isChosen: columns.isShown(column) })),
    done: (count: number) => words.exported(spec.noun, count),
    failed: words.exportFailed,
  };
  return exportFile(stores, question, (ids, format) => {
    const chosen = offered.filter(({ id }) => ids.includes(id));
    onwriting(true);
    return list.export(selection, fieldsOf(spec, chosen), format).finally(() => onwriting(false));
  });
}
