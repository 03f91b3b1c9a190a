import type { JournalEntry } from '#shared/contract/journal.ts';
import { changeText, requestPath } from '#shared/text/en/change-text.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import { journal as words } from '#shared/text/en/journal.ts';
import { operationName } from '#shared/text/en/operations.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';
import { agePart, type Shown, type ValuePart } from '../../console/facts/value-parts.ts';
import { undoState } from '../../stores/plans/journal.svelte.ts';
import { journalState } from './journal-state.ts';

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

export function journalCell(entry: JournalEntry, columnId: string, dialect: DialectName): Shown {
  const request = `${entry.method} ${requestPath(entry.path)}`;
  const texts: Record<string, string | null> = {
    op: operationName(entry.op, dialect),
    who: words.by(entry),
    instance: entry.instance,
    method: entry.method,
    path: requestPath(entry.path),
    requestId: entry.requestId,
    status: entry.status === null ? null : String(entry.status),
  };
  switch (columnId) {
    case 'state':
      return journalState(entry);
    case 'undo':
      return undoPart(entry);
    case 'intendedAt':
      return agePart(entry.intendedAt);
    case 'changes': {
      const changed = entry.changes.map((change) => changeText(entry, change)).join(' · ');
      return { text: changed === '' ? request : changed, title: changed };
    }
    default: {
      const text = texts[columnId] ?? '';
      const isPlain = ['op', 'who', 'instance'].includes(columnId);
      return { text, title: text, look: isPlain ? 'cell-text' : 'cell-text mono' };
    }
  }
}

function undoPart(entry: JournalEntry): ValuePart {
  const undo = undoState(entry);
  if (undo === 'can') return { text: entry.undo.kind === 'lossy' ? words.lossy : words.undoable, look: '' };
  return { text: undo === 'undone' ? words.undone : words.notUndoable, look: 'subtle' };
}
