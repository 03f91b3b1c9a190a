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
  column('label', 180, { isPinned: true }),
  column('changes', 300),
  column('state', 120),
  column('op', 160),
  column('undo', 140),
  column('intendedAt', 96, { align: 'end' }),
  column('status', 72, { align: 'end' }),
  column('who', 150),
  column('instance', 150),
  column('method', 80, { isOptional: true }),
  column('path', 240, { isOptional: true }),
  column('requestId', 160, { isOptional: true }),
];
