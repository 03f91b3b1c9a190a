import { notificationSettingsId } from '#main/cache/collections/notification-settings.ts';
import { notificationSettings as api } from '#main/api/endpoints/notification-settings.ts';
import type { OwnerKind } from '#shared/contract/scope.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, State, Operation, OperationsOf } from '../operation-kit/operation.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { restoreFields } from '../operation-kit/inverse.ts';

const restore = restoreFields({ nullable: [] });

/** The state with the events at the top level, as in a write. */
function withFlatEvents(state: State): State {
  const { events, ...rest } = state;
  return typeof events === 'object' && events !== null ? { ...rest, ...events } : rest;
}
const inverse = ({ before, ...applied }: Applied) =>
  restore({ ...applied, before: before === null ? null : withFlatEvents(before) });

/** Why a write of events can't be undone, as the end of a sentence. */
function whyLost(scope: OwnerKind, before: State | null): string {
  if (before === null) return words.irreversible.unreadable;
  if (before['events'] !== undefined) return words.irreversible.defaultEvents;
  return scope === 'instance' ? words.irreversible.globalEvents : words.irreversible.hiddenEvents;
}

/** The events are returned only at the level `custom`. */
function cachedRecord(fields: State | null): Record<string, unknown> {
  const { events, ...rest } = fields ?? {};
  return rest['level'] === 'custom' ? { ...rest, events } : rest;
}

function settings(scope: OwnerKind, read: NonNullable<Operation['read']>): Operation {
  return {
    read,
    readRequests: 1,
    caches: {
      kind: 'whole',
      collection: 'notificationSettings',
      scope,
      id: notificationSettingsId,
      record: cachedRecord,
    },
    comparable: withFlatEvents,
    inverse,
    irreversible: (write, before) => (inverse({ write, before, reply: null }) === null ? whyLost(scope, before) : null),
    names: scope === 'instance' ? { label: () => words.notifications } : { of: 'place' },
  };
}

export const notificationSettings: OperationsOf<typeof api> = {
  'notification-settings.edit': settings('instance', readWith(api.get)),
  'notification-settings.editOfGroup': settings('group', readWith(api.getOfGroup)),
  'notification-settings.editOfProject': settings('project', readWith(api.getOfProject)),
};
