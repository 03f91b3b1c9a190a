import { journal as words } from '#shared/text/en/journal.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';

type ColumnId = keyof typeof words.columns;

const column = (id: ColumnId, widthPx: number, more: Partial<Column> = {}): Column => ({
  id,
  title: words.columns[id],
  widthPx,
  ...more,
});

export const journalColumns: readonly Column[] = [
  column('label', 208, { isPinned: true }),
  column('changes', 216),
  column('state', 108),
  column('op', 124),
  column('undo', 108),
  column('intendedAt', 88, { align: 'end' }),
  column('status', 60, { align: 'end' }),
  column('who', 116),
  column('instance', 124),
  column('method', 80, { isOptional: true }),
  column('path', 240, { isOptional: true }),
  column('requestId', 160, { isOptional: true }),
];
