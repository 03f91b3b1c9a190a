import { expect, test } from 'vitest';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { json } from '../repository-rig.ts';
import { shared } from '../gitlab-rig.ts';
import { ask } from '../rig.ts';

const platforms = { documented: shared('documented'), gitlab: shared('gitlab') };

const core = '/projects/acme%2Fcore';
const hooks = `${core}/hooks`;
const tokens = '/groups/acme/service_accounts/:account/personal_access_tokens';
const cloud = { repo_path: 'team/repo', target_namespace: 'acme' };
const inTime = 'finished_after=2020-01-01&order_by=finished_at&status=success';
const manyCommits = Array.from({ length: 21 }, () => 'a'.repeat(40));

interface Row {
  path: string;
  who?: TokenName;
  init?: RequestInit;
}

/** A request, the refusal or status by the documents, and that of real installations. */
type Case = [Row, unknown, unknown];

const rows: Case[] = [
  [{ path: '/nowhere' }, [404, { message: '404 Not Found' }], [404, { error: '404 Not Found' }]],
  [{ path: '/users/999999' }, [404, { message: '404 User Not Found' }], [404, { message: '404 User Not Found' }]],
  [
    { path: '/import/github', init: json('POST', {}) },
    [404, { message: '404 Not Found' }],
    [400, { error: 'personal_access_token is missing' }],
  ],
  [
    { path: '/import/codehost_a', init: json('POST', {}) },
    [400, { error: 'personal_access_token is missing' }],
    [404, { error: '404 Not Found' }],
  ],
  [
    { path: '/import/bitbucket_server', init: json('POST', {}) },
    [404, { message: '404 Not Found' }],
    [400, { error: 'bitbucket_server_project is missing' }],
  ],
  [
    { path: '/import/bitbucket', init: json('POST', {}) },
    [404, { message: '404 Not Found' }],
    [400, { error: 'repo_path is missing' }],
  ],
  [
    { path: '/import/github/cancel', init: json('POST', {}) },
    [404, { message: '404 Not Found' }],
    [400, { error: 'project_id is missing' }],
  ],
  [
    { path: '/import/github/gists', init: json('POST', {}) },
    [404, { message: '404 Not Found' }],
    [400, { error: 'personal_access_token is missing' }],
  ],
  [
    {
      path: '/import/bitbucket',
      init: json('POST', { ...cloud, bitbucket_username: 'me', bitbucket_app_password: 'external' }),
    },
    [404, { message: '404 Not Found' }],
    [400, { error: 'bitbucket_email, bitbucket_api_token are missing' }],
  ],
  [
    { path: '/projects/acme%2Fwebsite/artifacts', init: { method: 'DELETE' } },
    [404, { message: '404 Not Found' }],
    [202, { message: '202 Accepted' }],
  ],
  [
    { path: '/projects/acme%2Fwebsite/jobs/artifacts', init: { method: 'DELETE' } },
    [202, { message: '202 Accepted' }],
    [404, { error: '404 Not Found' }],
  ],
  [
    { path: tokens, init: json('POST', { name: 'x', scopes: ['manage_runners'] }) },
    201,
    [400, { error: 'scopes does not have a valid value' }],
  ],
  [
    {
      path: tokens,
      init: json('POST', {
        name: 'x',
        scopes: [
          'manage_runner',
          'create_runner',
          'read_user',
          'write_repository',
          'self_rotate',
          'k8s_proxy',
          'ai_features',
        ],
      }),
    },
    201,
    201,
  ],
  [{ path: `${core}/deployments?status=skipped` }, [400, { error: 'status does not have a valid value' }], 200],
  [
    { path: '/issues?scope=all&issue_type=requirement' },
    [400, { error: 'issue_type does not have a valid value' }],
    200,
  ],
  ...['label_priority', 'milestone_due', 'popularity', 'priority'].map((order): Case => [
    { path: `/merge_requests?scope=all&order_by=${order}` },
    [400, { error: 'order_by does not have a valid value' }],
    200,
  ]),
  [{ path: `${core}/repository/branches?sort=updated_desc` }, 200, 200],
  [{ path: `${core}/repository/branches?sort=sideways` }, 200, [400, { error: 'sort does not have a valid value' }]],
  [{ path: `${hooks}/:hook/events?per_page=20` }, 200, 200],
  [{ path: `${hooks}/:hook/events?per_page=21` }, 200, [400, { error: 'per_page does not have a valid value' }]],
  [{ path: `${hooks}/:hook/events?per_page=0` }, 400, [400, { error: 'per_page does not have a valid value' }]],
  ...[404, 451, 511].map((code): Case => [{ path: `${hooks}/:hook/events?status=${code}` }, 200, 200]),
  ...[444, 499, 520, 527].map((code): Case => [
    { path: `${hooks}/:hook/events?status=${code}` },
    200,
    [400, { error: 'status does not have a valid value' }],
  ]),
  [
    {
      path: `${core}/merge_requests/5/context_commits`,
      who: 'developer',
      init: json('POST', { commits: manyCommits }),
    },
    [400, { message: "400 Bad request - One or more context commits' sha is not valid." }],
    [400, { message: 'Context commits array size should not be more than 20' }],
  ],
  [
    {
      path: `${core}/merge_requests/5/context_commits`,
      who: 'developer',
      init: json('POST', { commits: manyCommits.slice(1) }),
    },
    [400, { message: "400 Bad request - One or more context commits' sha is not valid." }],
    [400, { message: "400 Bad request - One or more context commits' sha is not valid." }],
  ],
  [
    { path: `${core}/remote_mirrors`, who: 'developer' },
    [403, { message: '403 Forbidden' }],
    [401, { message: '401 Unauthorized' }],
  ],
  [{ path: tokens, who: 'maintainer' }, 403, [401, { message: '401 Unauthorized' }]],
  [
    { path: `${core}/deployments/:deployment`, who: 'maintainer', init: json('PUT', { status: 'success' }) },
    200,
    [403, { message: '403 Forbidden - Deployments created using GitLab CI can not be updated using the API' }],
  ],
  [
    { path: `${core}/deployments/:deployment`, who: 'admin', init: json('PUT', { status: 'success' }) },
    200,
    [403, { message: '403 Forbidden - Deployments created using GitLab CI can not be updated using the API' }],
  ],
  [{ path: `${core}/deployments?${inTime}` }, 200, 200],
  [{ path: `${core}/deployments?${inTime}&updated_before=2030-01-01` }, 200, 400],
  [{ path: `${core}/deployments?order_by=ref` }, 200, [400, { error: 'order_by does not have a valid value' }]],
  [{ path: '/issues?scope=all&milestone_id=1' }, 200, [400, { error: 'milestone_id does not have a valid value' }]],
  [{ path: '/issues?scope=all&milestone_id=any' }, 200, [400, { error: 'milestone_id does not have a valid value' }]],
  ...['None', 'Any', 'Upcoming', 'Started'].map((word): Case => [
    { path: `/issues?scope=all&milestone_id=${word}` },
    200,
    200,
  ]),
  [{ path: '/runners/all?version_prefix=v18' }, 200, [400, { error: 'version_prefix is invalid' }]],
  ...['18', '.', '%2B'].map((prefix): Case => [{ path: `/runners/all?version_prefix=${prefix}` }, 200, 200]),
  [
    { path: '/user/runners', init: json('POST', {}) },
    [400, { error: 'runner_type is missing' }],
    [400, { error: 'runner_type is missing' }],
  ],
  [
    { path: '/user/runners', init: json('POST', { runner_type: 'group_type' }) },
    [400, { error: 'group_id is missing' }],
    [400, { error: 'group_id is missing' }],
  ],
  [
    { path: '/user/runners', init: json('POST', { runner_type: 'project_type' }) },
    [400, { error: 'project_id is missing' }],
    [400, { error: 'project_id is missing' }],
  ],
  [
    { path: `${core}/members`, init: json('POST', { user_id: 20, access_level: 5 }) },
    400,
    [400, { error: 'access_level does not have a valid value' }],
  ],
];

test.each(rows)(
  '%j: by the documents %j, on real installations %j',
  async ({ path, who = 'admin', init }, ...expected) => {
    for (const [i, dialect] of (['documented', 'gitlab'] as const).entries()) {
      const platform = platforms[dialect]();
      const { world } = platform;
      const project = world.projects.lookup('acme/core');
      const acme = world.groups.lookup('acme');
      const id = {
        hook: world.webhooks.of(project?.id ?? 0)[0]?.id,
        deployment: world.deployments.of(project?.id ?? 0).find(({ job_id }) => job_id !== null)?.id,
        account: acme && world.serviceAccounts.of(acme)[0]?.id,
      };
      const full = path.replace(/:(hook|deployment|account)/, (_, name: keyof typeof id) => String(id[name]));
      const answer = await ask(platform, who, full, init);
      const wanted = expected[i];
      const found = typeof wanted === 'number' ? answer.status : [answer.status, answer.json];
      expect(found, `${dialect}: ${answer.text}`).toEqual(wanted);
    }
  },
);
