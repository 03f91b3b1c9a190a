import { expect, test } from 'vitest';
import type { User } from '../../platform/world/user.ts';
import { shared } from '../gitlab-rig.ts';
import { headOf, json, projectOf, row } from '../repository-rig.ts';
import { ask } from '../rig.ts';

const gitlab = shared('gitlab');
const documented = shared('documented');

test.each<[Partial<User>, RegExp]>([
  [{ sign_in_obstacle: 'terms' }, /^403 Forbidden - You \(@guest\) must accept the Terms of Service/],
  [{ sign_in_obstacle: 'two_factor' }, /^403 Forbidden - You \(@guest\) must complete the Two Factor Authentication/],
  [{ state: 'blocked' }, /^403 Forbidden - Your account has been blocked\.$/],
  [{ state: 'deactivated' }, /^403 Forbidden - Your account has been deactivated by your administrator/],
  [{ state: 'blocked_pending_approval' }, /^403 Forbidden - Your account is pending approval/],
])('an account with %j is refused with the reason', async (changes, message) => {
  const { world } = gitlab();
  const guest = world.users.byUsername('guest');
  world.users.edit(guest?.id ?? 0, changes);
  const answer = await ask(gitlab(), 'guest', '/users/3');
  expect([answer.status, answer.json]).toEqual([403, { message: expect.stringMatching(message) as string }]);
  world.users.edit(guest?.id ?? 0, { state: 'active', sign_in_obstacle: null });
  expect((await ask(gitlab(), 'guest', '/users/3')).status).toBe(200);
});

test('a read-only instance refuses every write, and still replies to GET', async () => {
  const { world } = gitlab();
  world.settings.readOnly = true;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const path =
      {
        POST: '/service_accounts',
        PUT: '/runners/1',
        PATCH: '/service_accounts/1',
        DELETE: '/projects/acme%2Fcore/artifacts',
      }[method] ?? '';
    const answer = await ask(gitlab(), 'admin', path, { method });
    const message = 'You cannot perform write operations on a read-only instance';
    expect([answer.status, answer.json], method).toEqual([403, { message }]);
  }
  expect((await ask(gitlab(), 'admin', '/users')).status).toBe(200);
});

test('a deployment that was made through the API can be changed', async () => {
  const at = '/projects/acme%2Fcore/deployments';
  const sha = await headOf(gitlab(), 'main');
  const body = { environment: 'staging', sha, ref: 'main', tag: false, status: 'running' };
  const made = row(await ask(gitlab(), 'developer', at, json('POST', body)));
  const changed = await ask(gitlab(), 'developer', `${at}/${String(made.id)}`, json('PUT', { status: 'success' }));
  expect([changed.status, row(changed).status]).toEqual([200, 'success']);
});

test('the former path of a moved project redirects GET, and refuses other methods', async () => {
  const { world, url } = gitlab();
  const project = projectOf(gitlab(), 'sub');
  world.projects.move(project, 'acme/images');
  const former = '/projects/acme%2Fplatform%2Frunner-images';
  const moved = await ask(gitlab(), 'owner', `${former}/repository/branches?per_page=5`);
  const location = `${url}/api/v4/projects/${project.id}/repository/branches?per_page=5`;
  expect([moved.status, moved.headers.get('location')]).toEqual([301, location]);
  expect((await ask(gitlab(), 'owner', location)).status).toBe(200);
  expect((await ask(gitlab(), 'owner', '/projects/acme%2Fimages/hooks')).status).toBe(200);
  for (const method of ['POST', 'HEAD']) {
    const path = method === 'POST' ? `${former}/hooks` : `${former}/repository/files/README.md?ref=main`;
    const refused = await ask(gitlab(), 'owner', path, { method });
    expect(refused.status, method).toBe(405);
    if (method === 'POST')
      expect(refused.json).toEqual({ message: 'Non GET methods are not allowed for moved projects' });
  }
  expect((await ask(gitlab(), 'outsider', `${former}/hooks`)).status).toBe(404);
  documented().world.projects.move(projectOf(documented(), 'sub'), 'acme/images');
  expect((await ask(documented(), 'owner', `${former}/hooks`)).status).toBe(404);
});

test('load balancers reply with HTML: an error, maintenance, and a sign-in page with 200 or a redirect', async () => {
  const { faults } = gitlab();
  const html = '<html><form action="/users/sign_in"></form></html>';
  const pages = [
    [{ status: 502 }, 502, null],
    [{ status: 503, html: '<html>Maintenance</html>' }, 503, null],
    [{ status: 200, html }, 200, null],
    [{ status: 302, html, location: '/users/sign_in' }, 302, '/users/sign_in'],
  ] as const;
  for (const [effect, status, location] of pages) {
    const remove = faults.add({ kind: 'status', ...effect });
    const answer = await ask(gitlab(), 'admin', '/users');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html']);
    expect([answer.headers.get('location'), answer.headers.get('x-gitlab-meta')]).toEqual([location, null]);
    expect(answer.text).toMatch(/^<(!DOCTYPE )?html>/i);
    remove();
  }
});

test('older versions name groups of service accounts by their number only, and newer ones also by their path', async () => {
  const { world } = gitlab();
  const id = world.groups.lookup('acme')?.id;
  const status = async (group: unknown) => {
    const answer = await ask(gitlab(), 'owner', `/groups/${String(group)}/service_accounts`);
    return answer.status === 200 ? 200 : [answer.status, answer.json];
  };
  expect([await status('acme'), await status(id)]).toEqual([200, 200]);
  world.settings.olderVersion = true;
  expect([await status('acme'), await status(id)]).toEqual([[400, { error: 'id is invalid' }], 200]);
});

test('older versions still import with an app password and sort deployments by their reference', async () => {
  gitlab().world.settings.olderVersion = true;
  const cloud = { repo_path: 'team/old', target_namespace: 'acme', bitbucket_username: 'me' };
  const body = { ...cloud, bitbucket_app_password: 'external' };
  expect((await ask(gitlab(), 'owner', '/import/bitbucket', json('POST', body))).status).toBe(201);
  expect((await ask(gitlab(), 'owner', '/projects/acme%2Fcore/deployments?order_by=ref')).status).toBe(200);
});
