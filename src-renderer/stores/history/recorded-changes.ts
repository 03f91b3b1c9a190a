import type { ChangesQuery, DifferenceQuery } from '#shared/contract/history.ts';
import type { ExportFormat } from '#shared/contract/exported.ts';
import type { Session } from '../../link/session.svelte.ts';
import { FirstRows } from './first-rows.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

// The queries are functions that are called for each request, because a span, or one of two moments, can end now.

/** The recorded changes of a query, newest first. `query` of the reply: the one that was asked. */
export function recordedChanges(session: Session, query: () => ChangesQuery) {
  return new FirstRows(session, async (slice) => {
    const asked = query();
    const { entries: rows, ...reply } = await session.client.history.changes({ ...asked, slice });
    return { ...reply, rows, query: asked };
  });
}
export type RecordedChanges = ReturnType<typeof recordedChanges>;

/** The newest changes of a span with these words in their names, places or values. */
export async function findChanges({ client }: Session, query: Pick<ChangesQuery, 'since' | 'until' | 'search'>) {
  const slice = { from: 0, count: 200 };
  return (await client.history.changes({ filter: {}, view: null, ...query, slice })).entries;
}

/** The recorded fields of some lists. */
export async function recordedFields({ client }: Session, lists: readonly string[]) {
  const { collections } = await client.history.settings({});
  const wanted = collections.filter(({ collection }) => lists.includes(collection));
  return wanted.flatMap(({ collection, fields }) => fields.map((name) => ({ collection, name })));
}

/** Write changes to a file; with `numbers`, only these. Fails: as an export. */
export function exportChanges({ client }: Session, query: ChangesQuery, format: ExportFormat, numbers?: number[]) {
  return client.history.exportChanges({ ...query, filter: { ...query.filter, numbers }, format });
}

/** The number of changes of each view that Reeve provides. */
export function viewCountsOf(session: Session, span: () => Pick<ChangesQuery, 'since' | 'until'>) {
  const { history } = session.client;
  return new LastReply(session, () => history.viewCounts(span()), [history], { onProfileChange: 'forget' });
}

/** The number of changes on each day. */
export function changeDaysOf(session: Session, query: () => ChangesQuery) {
  const { history } = session.client;
  const load = () => history.days({ ...query(), utcOffsetMinutes: -new Date().getTimezoneOffset() });
  return new LastReply(session, load, [history], { onProfileChange: 'forget' });
}

/** All lists at two moments. */
export function comparisonOf(session: Session, moments: () => Pick<DifferenceQuery, 'a' | 'b'>) {
  const { history } = session.client;
  return new LastReply(session, () => history.compare(moments()), [history], { onProfileChange: 'forget' });
}

/** The rows of a list that differ between two moments. */
export function rowDifferences(session: Session, query: () => DifferenceQuery) {
  return new FirstRows(session, (slice) => session.client.history.differences({ ...query(), slice }));
}

/** Write the differences to a file. Fails: as an export. */
export function exportDifferences({ client }: Session, query: DifferenceQuery, format: ExportFormat) {
  return client.history.exportDifferences({ ...query, format });
}
