import { failed } from '#main/log-events.ts';
import { aborted } from '#shared/errors.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import { sweeps } from '../sweeps.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';

const collection = 'webhooks';
/** Stores the path of the project in each cached webhook, so that a search finds webhooks by it. */
export function projectPaths(app: Pick<AppContext, 'instanceOf' | 'state' | 'clock' | 'log'>) {
  const { instanceOf, state, clock, log } = app;
  const ended = new AbortController();
  const sweepLater = sweeps(clock, ended.signal, sweep);

  async function sweep(profileId: string): Promise<void> {
    const { reader, store } = await instanceOf(profileId);
    for await (const piece of reader.lists(collection).rows(allOf(wholeList(null, { notReturned: 'show' })))) {
      const changes = piece.flatMap(({ row, scope, id }) => {
        const path = pathOf(state.catalogue, profileId, scope);
        const isSame = path === null || path === row.project_path;
        const change = { at: { collection, scope, id }, by: 'unrecorded' as const, now: clock.now() };
        return isSame ? [] : [{ ...change, fields: { project_path: path } }];
      });
      if (changes.length > 0) await store.putFieldsOfRows({ changes });
    }
  }

  function sweepSoon(profileId: string): void {
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
