import { expect, test } from 'vitest';
import { askWith, tokenFor } from '../accounts-rig.ts';
import { filePath, json, projectOf, row } from '../repository-rig.ts';
import { shared } from '../gitlab-rig.ts';
import { listen } from '../listener.ts';
import { ask } from '../rig.ts';
import { addHook, eventsOf, push } from '../webhooks-rig.ts';

const gitlab = shared('gitlab');
const documented = shared('documented');

const imported = async (path: string, body: object) => {
  const answer = await ask(gitlab(), 'owner', path, json('POST', body));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
};

test('headers of files are X-Gitlab-*, and every reply of the API has X-Gitlab-Meta', async () => {
  const names = async (platform: ReturnType<typeof gitlab>, path: string) => [
    ...(await ask(platform, 'maintainer', path, { method: 'HEAD' })).headers.keys(),
  ];
  const file = `${filePath('README.md')}?ref=main`;
  expect(await names(gitlab(), file)).toEqual(expect.arrayContaining(['x-gitlab-blob-id', 'x-gitlab-meta']));
  expect((await names(gitlab(), file)).filter((name) => name.startsWith('x-service-'))).toEqual([]);
  expect((await names(documented(), file)).filter((name) => name.startsWith('x-gitlab-'))).toEqual([]);
  for (const path of ['/users', '/nowhere', '/users/999999']) {
    const { headers } = await ask(gitlab(), 'admin', path);
    const correlation_id = headers.get('x-request-id');
    expect(JSON.parse(headers.get('x-gitlab-meta') ?? '')).toEqual({ correlation_id, version: '1' });
  }
  gitlab().world.settings.bareHeaders = true;
  expect(await names(gitlab(), '/users')).not.toContain('x-gitlab-meta');
});

test('deliveries of webhooks have X-Gitlab-* headers, also in the list of events', async () => {
  const listener = await listen();
  const { id } = await addHook(gitlab(), { url: listener.url, token: 'secret' });
  await push(gitlab());
  const headers = listener.deliveries[0]?.headers;
  expect(headers).toMatchObject({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': 'secret' });
  const [event] = await eventsOf(gitlab(), id);
  expect(event?.['request_headers']).toMatchObject({ 'X-Gitlab-Event': 'Push Hook', 'X-Gitlab-Token': '[REDACTED]' });
});

test('imports have the routes and fields of the other services, and requests keep the documented name', async () => {
  const github = { personal_access_token: 'external', repo_id: 12, target_namespace: 'acme', new_name: 'From A' };
  const fromA = await imported('/import/github', { ...github, github_hostname: 'https://code.example' });
  expect(fromA).toMatchObject({ full_path: '/acme/From-A', provider_link: 'https://code.example/octo/repository-12' });
  expect(gitlab().requests.count('POST /import/codehost_a')).toBe(1);
  const cancel = await ask(gitlab(), 'owner', '/import/github/cancel', json('POST', { project_id: fromA.id }));
  expect(row(cancel).import_status).toBe('canceled');
  const ignored = await imported('/import/github', {
    ...github,
    new_name: 'B',
    codehost_a_hostname: 'https://code.example',
  });
  expect(ignored.provider_link).toBe('https://codehost-a.example/octo/repository-12');
  const gists = json('POST', { personal_access_token: 'external' });
  expect((await ask(gitlab(), 'owner', '/import/github/gists', gists)).status).toBe(202);
  const cloud = { repo_path: 'team/repo', target_namespace: 'acme', bitbucket_email: 'me@code.example' };
  const fromCloud = await imported('/import/bitbucket', { ...cloud, bitbucket_api_token: 'external' });
  expect(fromCloud).toMatchObject({ full_path: '/acme/repo', import_source: 'team/repo' });
});

test('the import from a server reads new_namespace, and not target_namespace', async () => {
  const server = {
    bitbucket_server_project: 'PROJ',
    bitbucket_server_repo: 'one',
    bitbucket_server_url: 'https://code.example',
    bitbucket_server_username: 'me',
    personal_access_token: 'external',
    target_namespace: 'acme',
  };
  expect((await imported('/import/bitbucket_server', server)).full_path).toBe('/owner/one');
  const both = { ...server, new_namespace: 'acme/platform' };
  expect((await imported('/import/bitbucket_server', both)).full_path).toBe('/acme/platform/one');
});

test('a token with manage_runner manages runners, and one with create_runner only creates them', async () => {
  const platform = gitlab();
  const { status } = await ask(platform, 'manage_runners', '/runners');
  expect([status, platform.world.tokens.byValue(platform.tokens.manage_runners)?.scopes]).toEqual([
    200,
    ['manage_runner'],
  ]);
  const admin = platform.world.users.get(1);
  if (admin === undefined) throw new Error('there is no administrator');
  const get = async (scope: string) => (await askWith(platform, tokenFor(platform, admin, [scope]), '/runners')).status;
  expect([await get('manage_runner'), await get('manage_runners'), await get('create_runner')]).toEqual([
    200, 403, 403,
  ]);
  const create = json('POST', { runner_type: 'instance_type' });
  const made = await askWith(platform, tokenFor(platform, admin, ['create_runner']), '/user/runners', create);
  expect(made.status).toBe(201);
});

test('values that only real installations have can be filtered, set and sorted by', async () => {
  const platform = gitlab();
  const core = projectOf(platform).id;
  const skipped = await ask(platform, 'admin', `/projects/${core}/deployments?status=skipped`);
  expect(skipped.rows.map((deployment) => deployment['status'])).toContain('skipped');
  const requirements = await ask(platform, 'admin', '/issues?scope=all&issue_type=requirement');
  expect(requirements.rows).toMatchObject([{ issue_type: 'requirement', type: 'REQUIREMENT' }]);
  const hook = await addHook(platform, {
    url: 'https://receiver.invalid',
    emoji_events: true,
    vulnerability_events: false,
  });
  expect(hook).toMatchObject({ emoji_events: true, vulnerability_events: false });
  const level = { level: 'custom', service_account_failed_pipeline: true, service_account_success_pipeline: false };
  const setting = await ask(platform, 'owner', `/projects/${core}/notification_settings`, json('PUT', level));
  expect(row(setting).events).toMatchObject({
    service_account_failed_pipeline: true,
    service_account_fixed_pipeline: null,
    service_account_success_pipeline: false,
  });
  const kept = await ask(documented(), 'owner', `/projects/${core}/notification_settings`, json('PUT', level));
  expect(row(kept).events).not.toHaveProperty('service_account_failed_pipeline');
});

test('branches are sorted by their last commit, and merge requests by the due date of their milestone', async () => {
  const at = async (sort: string) => {
    const branches = await ask(
      gitlab(),
      'admin',
      `/projects/acme%2Fcore/repository/branches?per_page=100&sort=${sort}`,
    );
    return branches.rows.map(({ commit }) => Date.parse(String((commit as Record<string, unknown>)['committed_date'])));
  };
  expect(await at('updated_asc')).toEqual((await at('name_asc')).toSorted((a, b) => a - b));
  expect(await at('updated_desc')).toEqual((await at('name_asc')).toSorted((a, b) => b - a));
  const path = '/merge_requests?scope=all&order_by=milestone_due&sort=asc&per_page=100';
  const due = (await ask(gitlab(), 'admin', path)).rows.map(({ milestone }) =>
    milestone === null ? null : (milestone as Record<string, unknown>)['due_date'],
  );
  const dated = due.filter((date) => date !== null && date !== undefined);
  expect(dated.length).toBeGreaterThan(1);
  expect(due.slice(0, dated.length)).toEqual(dated.toSorted());
});

test('accounts have fields for the other services under their names', async () => {
  const names = ['linkedin', 'twitter', 'discord', 'github'];
  expect(Object.keys(row(await ask(gitlab(), 'admin', '/users/3')))).toEqual(expect.arrayContaining(names));
  expect(row(await ask(documented(), 'admin', '/users/3'))).not.toHaveProperty('linkedin');
});
