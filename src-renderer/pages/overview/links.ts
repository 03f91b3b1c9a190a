import type { HorizonCount } from '#shared/contract/personal-access-tokens.ts';
import type { RunnerState } from '#shared/contract/overview.ts';
import type { RunnerListFilter } from '#shared/contract/runners.ts';
import type { UserFilter } from '#shared/contract/users.ts';
import { viewPath } from '../../stores/address.ts';

/** Where the rows behind each figure and picture are. */
export const usersPath = (filter: UserFilter = {}): string => viewPath('/users', { filter });
export const runnersPath = (filter: RunnerListFilter = {}): string => viewPath('/runners', { filter });
export const tokensPath = ({ filter, gone }: Pick<HorizonCount, 'filter' | 'gone'>): string =>
  viewPath('/access-tokens', { filter, gone });
export const changesPath = '/activity/changes';
export const journalPath = '/activity/journal';
export const refusedPath = '/activity/journal?state=refused';
export const unknownPath = '/activity/journal?state=unknown';
export const entryPath = (id: number): string => `${journalPath}/${id}`;
export const requestsPath = '/activity/requests';

/** The rows of one state of the fleet. Stale runners are offline for the platform; here they are a state of their own. */
export function statePath(state: RunnerState): string {
  switch (state) {
    case 'busy':
      return runnersPath({ status: 'online', job_execution_status: 'active' });
    case 'idle':
      return runnersPath({ status: 'online', job_execution_status: 'idle' });
    case 'offline':
      return runnersPath({ status: 'offline', stale: false });
    case 'stale':
      return runnersPath({ status: 'stale' });
    case 'never':
      return runnersPath({ status: 'never_contacted' });
    case 'other':
      return runnersPath();
    default:
      return state satisfies never;
  }
}
