import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { ask, start } from '../rig.ts';

type Row = Record<string, unknown>;

const PROBES = ['/projects', '/groups', '/user', '/version', '/projects/1', '/groups/1', '/projects/1/import'];

/** All rows of a list; none if the token may not read it. */
async function rowsOf(platform: Platform, who: TokenName, path: string): Promise<Row[]> {
  const answer = await ask(platform, who, `${path}${path.includes('?') ? '&' : '?'}per_page=100`);
  return answer.status === 200 ? answer.rows : [];
}

/** Full paths of projects that lists of issues, merge requests and runners name. */
async function projectsNamed(platform: Platform, who: TokenName): Promise<string[]> {
  const scopes = who === 'admin' ? ['all'] : ['assigned_to_me', 'created_by_me'];
  const paths = new Set<string>();
  for (const kind of ['issues', 'merge_requests']) {
    for (const scope of scopes) {
      for (const { references } of await rowsOf(platform, who, `/${kind}?scope=${scope}`)) {
        paths.add(String((references as Row)['full']).split(/[#!]/)[0] ?? '');
      }
    }
  }
  for (const { id } of await rowsOf(platform, who, who === 'admin' ? '/runners/all' : '/runners')) {
    const { projects } = (await ask(platform, who, `/runners/${String(id)}`)).json as { projects: Row[] };
    for (const { path_with_namespace } of projects) paths.add(String(path_with_namespace));
  }
  return [...paths];
}

const parentsOf = (paths: readonly string[]) => [
  ...new Set(
    paths.flatMap((path) => {
      const parts = path.split('/').slice(0, -1);
      return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    }),
  ),
];

const inside = (paths: readonly string[], kind: 'projects' | 'groups', list: string) =>
  paths.map((path) => `/${kind}/${encodeURIComponent(path)}/${list}`);

/** The numbers of rows that documented requests lead to, by collection. */
async function counted(platform: Platform, who: TokenName) {
  const projects = await projectsNamed(platform, who);
  const groups = parentsOf(projects);
  const all = async (paths: readonly string[]) => {
    const lists = await Promise.all(paths.map((path) => rowsOf(platform, who, path)));
    return lists.flat();
  };
  const each = (list: string) => all(inside(projects, 'projects', list));
  const eachGroup = (list: string) => all(inside(groups, 'groups', list));
  const [mirrors, hooks, deployments, accounts] = await Promise.all([
    each('remote_mirrors'),
    each('hooks'),
    each('deployments'),
    eachGroup('service_accounts'),
  ]);
  const events = await all(
    hooks.map(({ id, project_id }) => `/projects/${String(project_id)}/hooks/${String(id)}/events`),
  );
  const tokens = await all(
    groups.flatMap((group) =>
      accounts.map(
        ({ id }) => `/groups/${encodeURIComponent(group)}/service_accounts/${String(id)}/personal_access_tokens`,
      ),
    ),
  );
  return {
    counts: {
      projects: projects.length,
      groups: groups.length,
      mirrors: mirrors.length,
      projectsWithMirrors: new Set(mirrors.map(({ id }) => platform.world.remoteMirrors.get(Number(id))?.project_id))
        .size,
      hooks: hooks.length,
      projectsWithHooks: new Set(hooks.map(({ project_id }) => project_id)).size,
      deliveries: events.length,
      projectsWithDeliveries: new Set(events.map(({ request_data }) => (request_data as Row)['project_id'])).size,
      pipelines: new Set(
        deployments.map(({ deployable }) => ((deployable as Row | null)?.['pipeline'] as Row | undefined)?.['id']),
      ).size,
      members: (await each('members/all')).length,
      releases: (await eachGroup('releases')).length,
      allowlisted: (await each('job_token_scope/allowlist')).length,
      allowlistedGroups: (await each('job_token_scope/groups_allowlist')).length,
      serviceAccounts: accounts.length,
      tokens: tokens.length,
      enterpriseUsers: (await eachGroup('enterprise_users')).length,
      certificates: (await eachGroup('ssh_certificates')).length,
    },
    mirrors,
    hooks,
  };
}

const valuesOf = (rows: readonly Row[], field: string) => new Set(rows.map((row) => row[field]));

test.each([1, 2, 77, 4242, 987_654_321])(
  'documented requests lead to rows of every collection, seed %i',
  async (seed) => {
    const platform = await start({ seed, users: 120 });
    for (const who of ['admin', 'owner'] as const) {
      const { counts, mirrors, hooks } = await counted(platform, who);
      const least = {
        ...{ projects: 3, groups: 2, mirrors: 7, projectsWithMirrors: 3, hooks: 5, projectsWithHooks: 3 },
        ...{ deliveries: 30, projectsWithDeliveries: 3, pipelines: 10, members: 20, releases: 3 },
        ...{ allowlisted: 1, allowlistedGroups: 1, serviceAccounts: 4, tokens: 5, enterpriseUsers: 8 },
        ...{ certificates: 2 },
      };
      for (const [name, count] of Object.entries(least)) {
        expect(counts[name as keyof typeof counts], `${who}: ${name}`).toBeGreaterThanOrEqual(count);
      }
      expect(valuesOf(mirrors, 'auth_method')).toEqual(new Set(['password', 'ssh_public_key']));
      expect([...valuesOf(mirrors, 'update_status')]).toEqual(expect.arrayContaining(['finished', 'failed', 'none']));
      expect([...valuesOf(mirrors, 'enabled')].toSorted()).toEqual([false, true]);
      expect(mirrors.filter(({ last_error }) => last_error !== null).length).toBeGreaterThan(2);
      expect(mirrors.some(({ host_keys }) => (host_keys as Row[]).length > 1)).toBe(true);
      expect([...valuesOf(hooks, 'alert_status')].toSorted()).toEqual([
        'disabled',
        'executable',
        'temporarily_disabled',
      ]);
      expect(hooks.some(({ disabled_until }) => disabled_until !== null)).toBe(true);
    }
  },
);

test.each([3, 31_337])(
  'the demo also has push rules, and leads to everything after ten minutes, seed %i',
  async (seed) => {
    const platform = await start({ seed, moving: true, users: 500 });
    platform.clock.advance(600_000);
    for (const who of ['admin', 'owner'] as const) {
      const { counts, mirrors } = await counted(platform, who);
      expect(counts.projects).toBeGreaterThanOrEqual(5);
      expect(counts.groups).toBeGreaterThanOrEqual(2);
      expect(counts.deliveries).toBeGreaterThan(60);
      expect([...valuesOf(mirrors, 'update_status')]).toContain('started');
      const rules = await Promise.all(
        inside(['acme', 'acme/platform', 'globex'], 'groups', 'push_rule').map((path) => ask(platform, who, path)),
      );
      expect(rules.map(({ status }) => status)).toEqual([404, 200, who === 'admin' ? 200 : 403]);
    }
  },
);

test('an owner without administrator rights does not see the runners and users that administrators see', async () => {
  const platform = await start({ seed: 77, users: 120 });
  expect((await ask(platform, 'owner', '/runners/all')).status).toBe(403);
  expect((await projectsNamed(platform, 'owner')).some((path) => path.startsWith('globex/'))).toBe(false);
  expect(await projectsNamed(platform, 'admin')).toContain('globex/warehouse');
});

test.each(PROBES)('the undocumented %s replies 404', async (path) => {
  expect((await ask(await start(), 'admin', path)).status).toBe(404);
});
