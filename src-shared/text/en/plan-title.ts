import type { Plan } from '#shared/contract/changes.ts';
import { count } from './moments.ts';
import { operationTitle } from './operations.ts';

/**
 * The title of a plan: its own title if it has one ("Pause 14 runners"), "Undo 14 changes" if it undoes another plan,
 * otherwise a title built from its operations ("Edit 14 runners"). Rows that need no change or cannot be sent are not
 * counted, unless there are no others.
 */
export function planTitle({
  title,
  ops,
  total,
  undoOf,
  counts,
}: Pick<Plan, 'title' | 'ops' | 'total' | 'undoOf' | 'counts'>): string {
  const sent = total - (counts.unchanged ?? 0) - (counts.skipped ?? 0);
  const n = sent === 0 ? total : sent;
  if (title !== null) return n === 1 ? title.one : fill(title.many, n);
  const changes = `${count(n)} ${n === 1 ? 'change' : 'changes'}`;
  if (undoOf !== null) return `Undo ${changes}`;
  const [op, other] = ops;
  return op === undefined || other !== undefined ? `Apply ${changes}` : operationTitle(op, n);
}

/** Replace `{n}` with the number of rows, and `{{n}}` with a literal `{n}`. */
function fill(title: string, n: number): string {
  return title.replaceAll(/\{\{n\}\}|\{n\}/g, (found) => (found === '{n}' ? count(n) : '{n}'));
}
