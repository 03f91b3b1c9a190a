import { expect, test } from 'vitest';
import { changingProxy } from '../../helpers/changing-proxy.ts';
import { syncList, rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';

const named = 'http://gateway.internal:443';
type Collection = Exclude<Parameters<typeof syncList>[1], 'notificationSettings' | 'pushRules' | 'accessTokens'>;

/** The simulator behind a gateway that returns three rows per page and links with its own host and port. */
async function behindGateway() {
  const { client, platform } = await rig();
  const links: string[] = [];
  const front = await changingProxy(platform, {
    path: (path) => path.replace('per_page=100', 'per_page=3'),
    headers: ({ link, ...headers }) => {
      if (typeof link !== 'string') return headers;
      links.push(link);
      return { ...headers, link: link.replaceAll(/<https?:\/\/[^/]+/g, `<${named}`) };
    },
  });
  await client.profiles.add({ name: 'Gateway', colour: 'iris', url: front.url, token: platform.tokens.admin });
  return { client, platform, links };
}

/** All rows of a list of the simulator, from all pages. */
async function listed({ url, tokens }: Platform, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const address = `${url}/api/v4${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`;
    const reply = await fetch(address, { headers: { 'private-token': tokens.admin } });
    const more = (await reply.json()) as Record<string, unknown>[];
    rows.push(...more);
    if (more.length < 100) return rows;
  }
}
const sorted = (values: readonly unknown[]) => values.map(String).toSorted();

test('all lists are synced completely although page links have the address of a gateway', async () => {
  const { client, platform, links } = await behindGateway();
  const { world } = platform;
  const group = `groups/${world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  const project = `projects/${world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
  const scopeOf = (place: string) => place.replace(/s\//, ':');
  const lists: [Collection, string, string, string?][] = [
    ['users', '', '/users'],
    ['runners', '', '/runners/all'],
    ['runners', group, `/${group}/runners`],
    ['runners', project, `/${project}/runners`],
    ['serviceAccounts', '', '/service_accounts'],
    ['serviceAccounts', group, `/${group}/service_accounts`],
    ['enterpriseUsers', group, `/${group}/enterprise_users`],
    ['sshCertificates', group, `/${group}/ssh_certificates`],
    ['members', project, `/${project}/members/all`],
    ['branches', project, `/${project}/repository/branches`, 'name'],
    ['commits', project, `/${project}/repository/commits?all=true`],
  ];
  for (const [collection, place, path, key = 'id'] of lists) {
    const scope = place === '' ? '' : scopeOf(place);
    expect(await syncList(client, collection, scope), path).toMatchObject({ state: 'done', failure: null });
    const slice = { from: 0, count: 200 };
    const { rows } = await client[collection].list({ query: { scope }, slice });
    const there = await listed(platform, path);
    expect(there.length, path).toBeGreaterThan(0);
    const shown = rows.map(({ row }) => (row as Record<string, unknown>)[key]);
    expect(sorted(shown), path).toEqual(sorted(there.map((row) => row[key])));
  }
  const scope = scopeOf(group);
  expect(await syncList(client, 'pushRules', scope)).toMatchObject({ state: 'done', rows: 1 });
  expect(await syncList(client, 'accessTokens', scope)).toMatchObject({ state: 'done' });
  const accounts = (await listed(platform, `/${group}/service_accounts`)).map(({ id }) => id);
  const tokens = world.tokens.filter(({ user_id }) => accounts.includes(user_id)).map(({ id }) => id);
  const cached = await client.accessTokens.list({ query: { scope }, slice: { from: 0, count: 200 } });
  expect(sorted(cached.rows.map(({ row }) => row.id))).toEqual(sorted(tokens));

  expect(links.some((link) => link.includes('cursor='))).toBe(true);
  expect(links.some((link) => link.includes('page=2'))).toBe(true);
});

test.each(['users', 'runners'] as const)('a sync of %s fails at once if a link leads to another list', async (list) => {
  const { client, platform } = await rig();
  platform.faults.add({ kind: 'foreign-link', to: 'http://elsewhere.example/api/v4/projects', match: 'GET *' });
  const job = await syncList(client, list);
  expect(job).toMatchObject({ state: 'failed', failure: { code: 'remote', reason: 'foreign-link' } });
  expect(job?.failure?.['reportedMessage']).toBe('http://elsewhere.example/api/v4/projects');
  expect(job?.retries ?? 0).toBe(0);
});
