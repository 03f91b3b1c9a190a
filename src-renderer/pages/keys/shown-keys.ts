import { mostFoundKeys } from '#shared/contract/keys.ts';
import { keys as words } from '#shared/text/en/keys.ts';
import { now } from '../../components/text/clock.ts';
import type { Picked } from '../../console/actions.ts';
import type { ListState } from '../../console/state/list-state.svelte.ts';
import { readingReason } from '../../stores/availability.ts';
import { isUnfinished } from '../../stores/lists/collection-jobs.ts';
import type { Stores } from '../../stores/context.ts';
import type { ShownList } from '../../stores/window/status-line.svelte.ts';
import type { KeyEntry } from './keys-list.ts';

/** What the frame says of the keys: nothing lists them, so their age is that of the last lookup of many. */
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
  const readAt = lookups.find(({ state }) => state === 'done')?.finishedAt ?? null;
  const everything = { search: '', filter: {}, sort: { by: 'id', direction: 'asc' }, gone: 'hide' } as const;

  function reason(): string | null {
    const cannot = readingReason(stores);
    if (cannot !== null) return cannot;
    if (isUnfinished(lookups[0])) return words.lookUpRunning;
    if (live === 0) return words.unlisted;
    return live > mostFoundKeys ? words.tooManyInAll(live, mostFoundKeys) : null;
  }
  return {
    name: words.title,
    readAt,
    told: live === 0 ? words.unlisted : words.lookedUp(readAt, now()),
    label: words.lookUpAll,
    reason: reason(),
    read: () => lookUp({ kind: 'all', query: { scope, ...everything }, except: [] }),
  };
}
