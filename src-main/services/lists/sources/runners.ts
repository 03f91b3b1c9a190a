import { runners as api } from '#main/api/endpoints/runners.ts';
import type { Listing } from '../listing.ts';

/** Runners of the instance (of everything this token administers where it may not see all), of a group, of a project. */
export const runners: Listing<'runners'> = {
  stem: 'runners',
  scopes: ['instance', 'group', 'project'],
  isSameInAllScopes: true,
  parts({ scope, ref }) {
    if (scope.startsWith('group:')) return [{ endpoint: api.listOfGroup, input: { path: { id: ref } } }];
    if (scope.startsWith('project:')) return [{ endpoint: api.listOfProject, input: { path: { id: ref } } }];
    return [{ endpoint: api.listAll, input: {}, orElse: { endpoint: api.list, input: {} } }];
  },
  read: ({ send, signal }, id) => send(api.get, { path: { id } }, signal),
  path: ({ id }) => `/runners/${id}`,
};
