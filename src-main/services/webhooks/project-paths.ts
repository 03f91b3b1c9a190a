import { failed } from '#main/log-events.ts';
import { aborted } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';

/** Changes that arrive within this time are handled together. */
const soonMs = 300;
/** The shortest time between two comparisons of all webhooks. */
const sweepMs = seconds(5);

const collection = 'webhooks';
/** Stores the path of the project in each cached webhook, so that a search finds webhooks by it. */
export function projectPaths({
  instanceOf,
  state: { catalogue },
  clock,
  log,
}: Pick<AppContext, 'instanceOf' | 'state' | 'clock' | 'log'>) {
  const waiting = new Set<string>();
  const sweptAt = new Map<string, number>();
  const ended = new AbortController();

  async function sweep(profileId: string): Promise<void> {
    const { reader, store } = await instanceOf(profileId);
    for await (const piece of reader.lists(collection).rows(allOf(wholeList(null, { notReturned: 'show' })))) {
      const changes = piece.flatMap(({ row, scope, id }) => {
        const path = pathOf(catalogue, profileId, scope);
        const isSame = path === null || path === row.project_path;
        return isSame ? [] : [{ at: { collection, scope, id }, fields: { project_path: path }, now: clock.now() }];
      });
      if (changes.length > 0) await store.putFieldsOfRows({ changes });
    }
  }

  async function sweepLater(profileId: string): Promise<void> {
    const sinceMs = clock.now() - (sweptAt.get(profileId) ?? Number.NEGATIVE_INFINITY);
    await clock.sleep(sinceMs >= 0 && sinceMs < sweepMs ? sweepMs - sinceMs : soonMs, ended.signal);
    waiting.delete(profileId);
    sweptAt.set(profileId, clock.now());
    await sweep(profileId);
  }

  function sweepSoon(profileId: string): void {
    if (waiting.has(profileId)) return;
    waiting.add(profileId);
    sweepLater(profileId).catch((thrown: unknown) => {
      if (!ended.signal.aborted) log.warn('paths of webhooks not stored', failed(thrown));
    });
  }

  return {
    rowsChanged(profileId: string, change: { collection: string }): void {
      if (change.collection === collection) sweepSoon(profileId);
    },
    placesChanged: sweepSoon,
    close: (): void => ended.abort(aborted()),
  };
}
