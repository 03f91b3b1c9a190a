import { failed } from '#main/log-events.ts';
import type { Clock, Log } from '#main/ports.ts';
import { wholeList } from '#shared/contract/collection.ts';
import { isCollection, type CollectionName } from '#shared/contract/collections.ts';
import { seconds } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import type { Notices } from './notices.ts';
import * as observers from './observers/index.ts';
import type { ListObserver, ObservedRow } from './observers/list-observer.ts';

interface Needs {
  instanceOf: (profileId: string) => Promise<Pick<Instance, 'reader'>>;
  notices: Pick<Notices, 'observe'>;
  clock: Clock;
  log: Log;
}

/** Changes within this time are observed together. */
const coalesceMs = seconds(2);
const sliceRows = 200;
/** More rows of one list are not observed. */
const mostRows = 20_000;
const byCollection: Partial<Record<string, ListObserver<never>>> = observers;
const aging = Object.entries(byCollection).flatMap(([name, { everyMs = null } = {}]) =>
  everyMs === null ? [] : [{ name, everyMs }],
);

/** Runs the observers of lists after their rows changed, and at intervals while a window shows the instance. It sends no requests. */
export function listObservers({ instanceOf, notices, clock, log }: Needs) {
  const ended = new AbortController();
  const scheduled = new Set<string>();
  const shown = new Map<string, AbortController>();

  async function observe(profileId: string, collection: CollectionName, observer: ListObserver<never>): Promise<void> {
    const list = (await instanceOf(profileId)).reader.lists(collection);
    const rows: ObservedRow<CollectionName>[] = [];
    for (const asked of observer.queries(clock.now())) {
      const query = wholeList(null, { sort: { by: 'id', direction: 'desc' }, ...asked });
      for (let from = 0; from < mostRows; from += sliceRows) {
        const window = await list.list({ query, slice: { from, count: sliceRows } }, ended.signal);
        rows.push(...window.rows);
        if (window.rows.length < sliceRows) break;
      }
    }
    notices.observe(...observer.states(profileId, rows, clock.now()));
  }

  async function observeLater(profileId: string, collection: string): Promise<void> {
    const name = `${profileId} ${collection}`;
    const observer = byCollection[collection];
    if (observer === undefined || !isCollection(collection) || scheduled.has(name)) return;
    scheduled.add(name);
    try {
      await clock.sleep(coalesceMs, ended.signal).finally(() => scheduled.delete(name));
      await observe(profileId, collection, observer);
    } catch (thrown) {
      if (!ended.signal.aborted) log.warn('list not observed', { collection, ...failed(thrown) });
    }
  }

  async function observeRegularly(profileId: string, collection: string, everyMs: number, signal: AbortSignal) {
    while (!signal.aborted) {
      await observeLater(profileId, collection);
      await clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }

  return {
    /** A collection of this profile changed in the cache. */
    onChanged: (profileId: string, collection: string): void => void observeLater(profileId, collection),
    /** `instances`: all that are shown in a window. */
    follow(instances: ReadonlySet<Pick<Instance, 'profile'>>): void {
      const ids = new Set([...instances].map(({ profile }) => profile.id));
      for (const [id, end] of shown) {
        if (ids.has(id)) continue;
        shown.delete(id);
        end.abort();
      }
      for (const id of ids) {
        if (shown.has(id)) continue;
        const end = new AbortController();
        shown.set(id, end);
        const signal = AbortSignal.any([end.signal, ended.signal]);
        for (const { name, everyMs } of aging) void observeRegularly(id, name, everyMs, signal);
      }
    },
    stop: (): void => ended.abort(),
  };
}
