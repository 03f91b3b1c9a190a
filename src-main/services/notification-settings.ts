import { notificationSettingsId } from '#main/cache/collections/notification-settings.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { NotificationChain } from '#shared/contract/notification-settings.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import type { Instance } from './instances/instance.ts';
import { groupsAround } from './catalogue/catalogue.ts';
import type { ListPorts } from './lists/lists.ts';
import { refreshSingle } from './lists/refresh-single.ts';

type Link = NotificationChain['chain'][number];

/** Notification settings of the user of the token, from the cache; `refresh` requests those of one scope. */
export function notificationSettings(open: () => Instance, { clock, state }: Pick<ListPorts, 'clock' | 'state'>) {
  async function cached(scope: Scope, signal: AbortSignal): Promise<Link> {
    const found = await open()
      .reader.lists('notificationSettings')
      .detail({ scope, id: notificationSettingsId }, signal);
    return { scope, setting: found?.row ?? null, fetchedAt: found?.listFetchedAt ?? null };
  }

  return {
    get: async ({ scope }, signal) => {
      const groups = scopeKindOf(scope) === 'instance' ? [] : groupsAround(state.catalogue, open().profile.id, scope);
      const scopes = scope === '' ? [''] : [scope, ...groups, ''];
      return { chain: await Promise.all(scopes.map((one) => cached(one, signal))) };
    },
    refresh: refreshSingle(open, 'notificationSettings', notificationSettingsId, clock),
  } satisfies Services<ReeveContract>['notificationSettings'];
}
