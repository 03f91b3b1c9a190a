import type { HistoryEntry } from '#shared/contract/history.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { toIso } from '#shared/time.ts';

export type Labels = Readonly<Record<Scope, string>>;

/** The columns of changes, and of rows that differ between two moments. */
export const changeColumns = 'time since list place id name kind field before after by plan'.split(' ');
export const differenceColumns = 'list place id name kind field at_a at_b time by plan'.split(' ');

/** A change, or a row that differs between two moments. */
type Change = Omit<HistoryEntry, 'n' | 'since'> & { since?: HistoryEntry['since'] };

/**
 * The lines of a change: one for each changed field. A row that came or went is one line with its recorded values.
 * `before`, `after`: the columns of the values.
 */
export function linesOf(change: Change, labels: Labels, [before, after]: readonly [string, string]) {
  const { collection, scope, id, title, kind, at, since = null, fields, row, by } = change;
  const [base, tail] = splitScope(scope);
  const plan = by.kind === 'outside' ? null : (by.plan ?? by.planId);
  const own: Record<string, unknown> = {
    ...{ list: collection, place: (labels[base] ?? base) + tail, id, name: title, kind, by: by.kind, plan },
    ...{ time: toIso(at), since: since === null ? null : toIso(since) },
  };
  if (fields.length > 0)
    return fields.map((field) => ({ ...own, field: field.name, [before]: field.before, [after]: field.after }));
  const isThere = kind === 'came' || kind === 'back';
  return [{ ...own, [before]: isThere ? null : row, [after]: isThere ? row : null }];
}
