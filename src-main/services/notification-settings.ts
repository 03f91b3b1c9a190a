import { notificationSettingsId } from '#main/cache/collections/notification-settings.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { NotificationChain } from '#shared/contract/notification-settings.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { isYounger } from '#shared/time.ts';
import type { Instance } from './instances/instance.ts';
import { sourceOf } from './lists/list-sources.ts';
import type { ListPorts } from './lists/lists.ts';
import { syncWholeList } from './lists/sync-whole-list.ts';

type Link = NotificationChain['chain'][number];

/** Notification settings of the user of the token, from the cache; `refresh` requests those of one scope. */
export function notificationSettings(
  open: () => Instance,
  { clock, groupsAround }: Pick<ListPorts, 'clock' | 'groupsAround'>,
) {
  async function cached(scope: Scope, signal: AbortSignal): Promise<Link> {
    const found = await open()
      .reader.lists('notificationSettings')
      .detail({ scope, id: notificationSettingsId }, signal);
    return { scope, setting: found?.row ?? null, fetchedAt: found?.listFetchedAt ?? null };
  }

  async function refresh(scope: Scope, maxAgeMs: number, signal: AbortSignal) {
    const { fetchedAt } = await cached(scope, signal);
    if (fetchedAt !== null && isYounger(fetchedAt, maxAgeMs, clock.now())) return { fetchedAt };
    const instance = open();
    await syncWholeList(sourceOf('notificationSettings'), scope, { instance, clock, report: () => undefined, signal });
    return { fetchedAt: clock.now() };
  }

  return {
    get: async ({ scope }, signal) => {
      const groups = scopeKindOf(scope) === 'instance' ? [] : groupsAround(open().profile.id, scope);
      const scopes = scope === '' ? [''] : [scope, ...groups, ''];
      return { chain: await Promise.all(scopes.map((one) => cached(one, signal))) };
    },
    refresh: ({ scope, maxAgeMs = 0 }, signal) =>
      open().once(`notificationSettings.refresh ${scope}`, (own) => refresh(scope, maxAgeMs, own), signal),
  } satisfies Services<ReeveContract>['notificationSettings'];
}
