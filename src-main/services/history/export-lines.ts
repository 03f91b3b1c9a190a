import type { HistoryEntry, RowDifference } from '#shared/contract/history.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { toIso } from '#shared/time.ts';

export type Labels = Readonly<Record<Scope, string>>;

export const changeColumns = 'time since list place id name kind field before after by plan'.split(' ');
export const differenceColumns = 'list place id name kind field at_a at_b time by plan'.split(' ');

/** The lines of a change: one for each changed field. A row that came or went is one line with its recorded values. */
export function linesOfChange(entry: HistoryEntry, labels: Labels): Record<string, unknown>[] {
  const { collection, at, since, kind, row } = entry;
  const isThere = kind === 'came' || kind === 'back';
  const own = {
    ...rowOf({ ...entry, collection }, labels),
    ...{ time: toIso(at), since: since === null ? null : toIso(since) },
  };
  const { fields } = entry;
  if (fields.length > 0) return fields.map(({ name, before, after }) => ({ ...own, field: name, before, after }));
  return [{ ...own, before: isThere ? null : row, after: isThere ? row : null }];
}

/** The lines of a row that differs between two moments, as those of a change. */
export function linesOfDifference(one: RowDifference, collection: string, labels: Labels): Record<string, unknown>[] {
  const own = { ...rowOf({ ...one, collection }, labels), time: toIso(one.at) };
  if (one.kind === 'changed')
    return one.fields.map(({ name, before, after }) => ({ ...own, field: name, at_a: before, at_b: after }));
  const isThere = one.kind === 'came';
  return [{ ...own, at_a: isThere ? null : one.row, at_b: isThere ? one.row : null }];
}

type Own = Pick<HistoryEntry, 'collection' | 'scope' | 'id' | 'title' | 'kind' | 'by'>;

function rowOf({ collection, scope, id, title, kind, by }: Own, labels: Labels) {
  const [base, tail] = splitScope(scope);
  const place = (labels[base] ?? base) + tail;
  const plan = by.kind === 'outside' ? null : (by.plan ?? by.planId);
  return { ...{ list: collection, place, id, name: title, kind }, by: by.kind, plan };
}
