import { notificationSettings as api } from '#main/api/endpoints/notification-settings.ts';
import { scopeKindOf } from '#shared/contract/scope.ts';
import type { OwnSource, Reading } from '../list-source.ts';

/** The settings of a scope as a list with one row. It has no details, so a new level has no events of a former one. */
export const notificationSettings: OwnSource<'notificationSettings'> = {
  parts: async (reading) => [{ rows: [await readSetting(reading)] }],
  read: undefined,
  path: ({ scope, ref }) => {
    const kind = scopeKindOf(scope);
    return `${kind === 'instance' ? '' : `/${kind}s/${encodeURIComponent(ref)}`}/notification_settings`;
  },
};

function readSetting({ send, scope, ref, signal }: Reading): Promise<object> {
  const kind = scopeKindOf(scope);
  if (kind === 'instance') return send(api.get, {}, signal);
  return send(kind === 'group' ? api.getOfGroup : api.getOfProject, { path: { id: ref } }, signal);
}
