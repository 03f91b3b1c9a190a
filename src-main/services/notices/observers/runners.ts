import { notices } from '#shared/text/en/notices.ts';
import type { Observation } from '../notice.ts';
import type { ListObserver, ObservedRow } from './list-observer.ts';

const words = notices.runner;
const alarming = ['offline', 'stale'];

type Row = ObservedRow<'runners'>;

/**
 * The states of runners: an alarm if one that is not paused is offline or stale. A runner that is cached in several
 * scopes has the state that was synced last.
 */
function runnerStates(profileId: string, rows: readonly Row[], at: number): Observation[] {
  const newest = new Map<number, Row>();
  for (const one of rows) {
    const other = newest.get(one.row.id);
    if (other === undefined || other.fetchedAt < one.fetchedAt) newest.set(one.row.id, one);
  }
  return [...newest.values()].map(({ row, scope }): Observation => {
    const name = row.description ?? row.name ?? String(row.id);
    const isStale = row.status === 'stale';
    return {
      profileId,
      kind: 'runner-offline',
      key: String(row.id),
      isAlarm: alarming.includes(row.status ?? '') && row.paused !== true,
      first: isStale
        ? { label: words.areStale, filter: { status: 'stale', paused: false } }
        : { label: words.areOffline, filter: { status: 'offline', paused: false } },
      at,
      subject: name,
      title: isStale ? words.stale(name) : words.offline(name),
      body: isStale ? words.staleBody : words.offlineBody,
      recovered: row.status === 'online' ? ['runner-online', words.online(name)] : undefined,
      link: { page: 'runners', query: { id: String(row.id), scope } },
    };
  });
}

export const runners: ListObserver<'runners'> = {
  queries: () => [{ filter: {}, notReturned: 'hide' }],
  states: runnerStates,
};
