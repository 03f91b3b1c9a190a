import { notificationSettings as api } from '#main/api/endpoints/notification-settings.ts';
import { notificationEvents } from '#shared/contract/notification-settings.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, State, Operation, OperationsOf } from '../operation-kit/operation.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { checkedInverse, restoreFields } from '../operation-kit/inverse.ts';
import { nameIn } from '../operation-kit/probes.ts';

const fields = ['level', 'notification_email', ...notificationEvents];
const restore = restoreFields(fields, fields);

/** The state with the events at the top level, as in a write. */
function withFlatEvents(state: State): State {
  const { events, ...rest } = state;
  return typeof events === 'object' && events !== null ? { ...rest, ...events } : rest;
}
const inverse = ({ before, ...applied }: Applied) =>
  restore({ ...applied, before: before === null ? null : withFlatEvents(before) });

function settings(read: NonNullable<Operation['read']>): Operation {
  return {
    read,
    readRequests: 1,
    comparable: withFlatEvents,
    ...checkedInverse(inverse),
    label: (_, { path }) => nameIn(path, 'id') ?? words.unnamed.notifications,
  };
}

export const notificationSettings: OperationsOf<typeof api> = {
  'notification-settings.edit': settings(readWith(api.get)),
  'notification-settings.editOfGroup': settings(readWith(api.getOfGroup)),
  'notification-settings.editOfProject': settings(readWith(api.getOfProject)),
};
