import { days, minutes, toIso } from '#shared/time.ts';
import { fakeList, type FakeList } from '../fake-list.ts';

const statuses = ['online', 'online', 'offline', 'online', 'stale', 'never_contacted'];
const types = ['instance_type', 'group_type', 'project_type'];

/** Runners as a list returns them; details add tags and the last contact. */
export function fakeRunners(size = 40, scope = ''): FakeList {
  const rows = Array.from({ length: size }, (_, at) => ({
    id: at + 1,
    description: `runner-${String(at + 1).padStart(3, '0')}.corp.example`,
    runner_type: types[at % types.length],
    is_shared: at % types.length === 0,
    online: statuses[at % statuses.length] === 'online',
    status: statuses[at % statuses.length],
    job_execution_status: at % 4 === 0 ? 'active' : 'idle',
    paused: at % 10 === 7,
    active: at % 10 !== 7,
    name: 'agent',
    ip_address: '',
  }));
  const list = fakeList(rows, { scope });
  list.detailOf = ({ id, status }) => ({
    contacted_at: status === 'never_contacted' ? null : toIso(Date.now() - minutes(1) - days(Number(id) % 9)),
    tag_list: Number(id) % 3 === 0 ? [] : ['linux', `pool-${Number(id) % 4}`],
    version: `17.${Number(id) % 5}.0`,
    access_level: 'not_protected',
    maximum_timeout: 3_600,
    projects: [{ id: 7, name: 'api', path_with_namespace: 'corp/platform/api' }],
    platform: 'linux',
    architecture: 'amd64',
    sent_unknown: 'kept',
  });
  return list;
}
