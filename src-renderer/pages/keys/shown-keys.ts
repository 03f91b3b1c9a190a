import { mostFoundKeys } from '#shared/contract/keys.ts';
import { keys as words } from '#shared/text/en/keys.ts';
import { now } from '../../components/text/clock.ts';
import type { Picked } from '../../console/actions.ts';
import type { ListState } from '../../console/state/list-state.svelte.ts';
import { syncReason } from '../../stores/availability.ts';
import { isUnfinished } from '../../stores/lists/sync-jobs.ts';
import type { Stores } from '../../stores/context.ts';
import type { ShownList } from '../../stores/window/status-line.svelte.ts';
import type { KeyEntry } from './keys-list.ts';

/** The age of the cached keys in the status bar. No endpoint lists keys, so it is the time of the last lookup of all. */
export function shownKeys(
  stores: Stores,
  { list, scope }: Pick<ListState<KeyEntry>, 'list' | 'scope'>,
  lookUp: (selection: Picked<KeyEntry>['selection']) => void,
): ShownList | null {
  const { jobs, profiles } = stores;
  if (list.summary === null) return null;
  const lookups = (jobs.list ?? []).filter(
    ({ kind, profileId }) => kind === 'keys.lookup' && profileId === profiles.openId,
  );
  const { live } = list.summary;
  const syncedAt = lookups.find(({ state }) => state === 'done')?.finishedAt ?? null;
  const everything = { search: '', filter: {}, sort: { by: 'id', direction: 'asc' }, notReturned: 'hide' } as const;

  function reason(): string | null {
    const cannot = syncReason(stores);
    if (cannot !== null) return cannot;
    if (isUnfinished(lookups[0])) return words.lookUpRunning;
    if (live === 0) return words.unlisted;
    return live > mostFoundKeys ? words.tooManyInAll(live, mostFoundKeys) : null;
  }
  return {
    name: words.title,
    syncedAt,
    ageText: live === 0 ? words.unlisted : words.lookedUp(syncedAt, now()),
    label: words.lookUpAll,
    reason: reason(),
    sync: () => lookUp({ kind: 'all', query: { scope, ...everything }, except: [] }),
  };
}
