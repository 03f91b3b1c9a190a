import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ReplayInput } from '#shared/contract/push-rule-replay.ts';
import type { Platform } from '../../platform/platform.ts';
import { rig, until, type Rig } from '../../helpers/rig.ts';

const scope = 'group:acme';
const projects = ['project:acme/core', 'project:acme/website', 'project:acme/platform/runner-images'];

/** Create a push rule directly on the simulator. */
function ruleOf({ world, clock }: Platform, fields: object) {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  const nothing = Object.fromEntries(
    ['author_email', 'branch_name', 'commit_message', 'commit_message_negative', 'file_name'].map((name) => [
      `${name}_regex`,
      '',
    ]),
  );
  return world.pushRules.add({
    ...nothing,
    ...{ commit_committer_check: false, commit_committer_name_check: false, deny_delete_tag: false },
    ...{ member_check: false, prevent_secrets: false, reject_non_dco_commits: false, reject_unsigned_commits: false },
    max_file_size: 0,
    group_id: group.id,
    created_at: clock.now(),
    ...fields,
  } as unknown as Parameters<typeof world.pushRules.add>[0]);
}

/** Sync commits and branches of projects and wait for the jobs. */
async function readAll({ client }: Rig): Promise<void> {
  const ids: string[] = [];
  for (const place of projects) {
    for (const collection of ['commits', 'branches'] as const) {
      ids.push((await client.jobs.sync({ collection, scope: place })).id);
    }
  }
  const unfinished = async () =>
    (await client.jobs.list()).jobs.filter(({ id, state }) => ids.includes(id) && state !== 'done');
  await until(unfinished, (jobs) => jobs.length === 0);
}

const input = (more: Partial<ReplayInput>): ReplayInput => ({
  scope,
  rule: {},
  current: null,
  projects,
  newest: 1_000,
  merges: true,
  ...more,
});
const all = { from: 0, count: 200 };
const asFound = { by: 'found', direction: 'asc' } as const;

test('a group without a push rule differs from a group that was never synced', async () => {
  const { client } = await rig();
  expect(await client.pushRules.get({ scope })).toEqual({ state: 'never-synced', rule: null, fetchedAt: null });
  const { fetchedAt } = await client.pushRules.refresh({ scope });
  const cached = await client.pushRules.get({ scope });
  expect(cached).toMatchObject({ state: 'none', rule: null });
  expect(cached.fetchedAt).toBeGreaterThan(fetchedAt - 5_000);
});

test('an instance without push rules and a group without a push rule give different reasons', async () => {
  const { client, platform } = await rig();
  platform.faults.add({ kind: 'no-route', match: 'GET /groups/:id/push_rule' });
  await expect(client.pushRules.refresh({ scope })).rejects.toMatchObject({ code: 'missing', reason: 'not-offered' });
  expect((await client.pushRules.get({ scope })).state).toBe('never-synced');
});

test('a rule keeps null and false as the platform returned them, and is available offline', async () => {
  const { client, platform } = await rig();
  const { id } = ruleOf(platform, { commit_message_regex: '^ABC-', member_check: true });
  await client.pushRules.refresh({ scope });
  await platform.close();
  const { state, rule } = await client.pushRules.get({ scope });
  expect(state).toBe('configured');
  expect(rule).toMatchObject({
    id,
    commit_message_regex: '^ABC-',
    member_check: true,
    prevent_secrets: false,
    reject_unsigned_commits: null,
    max_file_size: 0,
  });
  await expect(client.pushRules.refresh({ scope })).rejects.toMatchObject({ code: 'offline' });
});

test('a deleted rule is removed by the next refresh', async () => {
  const { client, platform } = await rig();
  const { id } = ruleOf(platform, {});
  await client.pushRules.refresh({ scope });
  platform.world.pushRules.remove(id);
  expect((await client.pushRules.get({ scope })).state).toBe('configured');
  await client.pushRules.refresh({ scope });
  expect(await client.pushRules.get({ scope })).toMatchObject({ state: 'none', rule: null });
});

test('a recent rule is not requested again, and a refusal is reported', async () => {
  const { client, platform } = await rig();
  await client.pushRules.refresh({ scope });
  await client.pushRules.refresh({ scope, maxAgeMs: 60_000 });
  expect(platform.requests.count('GET /groups/:id/push_rule')).toBe(1);
  const { client: developer } = await rig({ as: 'developer' });
  await expect(developer.pushRules.refresh({ scope })).rejects.toMatchObject({ code: 'denied' });
  expect(await developer.pushRules.get({ scope })).toMatchObject({
    state: 'never-synced',
    refusal: { status: 403, reason: 'role' },
  });
});

test('patterns are checked without requests, with messages of RE2', async () => {
  const { client, platform } = await rig();
  await platform.close();
  const patterns = { commit_message_regex: '(?!wip)', author_email_regex: '@acme$', branch_name_regex: '' };
  expect(await client.pushRules.check({ patterns })).toEqual({
    problems: {
      commit_message_regex: {
        message: 'invalid or unsupported Perl syntax',
        piece: '(?!',
        at: 0,
        hint: 'look-around',
      },
    },
  });
});

test('a draft is replayed offline over all cached rows, with the result expected from the data of the platform', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  await readAll(rigged);
  const { sources } = await client.pushRuleReplay.sources({ projects });
  expect(sources.map(({ scope: place }) => place)).toEqual(projects);
  for (const source of sources) expect(source.commits * source.branches).toBeGreaterThan(0);

  const commits = projects.flatMap((place) => {
    const project = platform.world.projects.lookup(place.replace('project:', ''));
    return project === undefined ? [] : (platform.world.repositories.planned(project)?.commits ?? []);
  });
  const refused = commits.filter(({ message }) => !/fix/.test(message));
  await platform.close();
  const replay = await client.pushRuleReplay.run(input({ rule: { commit_message_regex: 'fix', max_file_size: 5 } }));
  expect(replay.commits).toBe(commits.length);
  expect(replay.refused).toBe(refused.length);
  expect(replay.newly).toBe(refused.length);
  expect(replay.byProject.reduce((sum, project) => sum + project.refused, 0)).toBe(refused.length);
  expect(replay.byAuthor.reduce((sum, author) => sum + author.refused, 0)).toBe(refused.length);
  expect(replay.byRule[0]).toEqual({ rule: 'commit_message_regex', refused: refused.length, newly: refused.length });
  expect(replay.gaps).toEqual([{ field: 'max_file_size', gap: 'files' }]);

  const query = { replayId: replay.id, filter: {}, sort: asFound };
  const shown = await client.pushRuleReplay.commits({ query, slice: all });
  expect(shown.total).toBe(refused.length);
  expect(new Set(shown.rows.map(({ sha }) => sha))).toEqual(new Set(refused.map(({ id }) => id)));
  const one = await client.pushRuleReplay.commits({
    query: { ...query, filter: { scope: projects[1] ?? '' }, sort: { by: 'title', direction: 'desc' } },
    slice: all,
  });
  const titles = one.rows.map(({ title }) => title.toLowerCase());
  expect(titles).toEqual(titles.toSorted().reverse());
  expect(one.rows.every(({ scope: place }) => place === projects[1])).toBe(true);
});

test('a replay compares the draft with the current rule', async () => {
  const rigged = await rig();
  await readAll(rigged);
  const { client } = rigged;
  const current = { commit_message_regex: '^zzz' };
  const loosened = await client.pushRuleReplay.run(input({ rule: {}, current }));
  expect(loosened).toMatchObject({ refused: 0, newly: 0, noLonger: loosened.commits });
  const same = await client.pushRuleReplay.run(input({ rule: current, current }));
  expect(same).toMatchObject({ refused: same.commits, newly: 0, noLonger: 0 });
});

test('branch names are checked against the pattern, except for the default branch', async () => {
  const rigged = await rig();
  await readAll(rigged);
  const { client } = rigged;
  const replay = await client.pushRuleReplay.run(input({ rule: { branch_name_regex: '^feature/' } }));
  const query = { replayId: replay.id, filter: {}, sort: asFound };
  const { rows } = await client.pushRuleReplay.branches({ query, slice: all });
  expect(rows.map(({ name }) => name)).toContain('stable');
  expect(rows.some(({ name }) => name === 'main' || name.startsWith('feature/'))).toBe(false);
  expect(replay.exemptBranches).toBe(projects.length);
  expect(replay.refusedBranches).toBe(rows.length);
  const { text } = await client.pushRuleReplay.copy({ of: 'branches', query, chosen: { kind: 'all', except: [] } });
  expect(text.split('\n')).toEqual(rows.map(({ name }) => name));
});

test('only the newest commits are replayed, optionally without merges', async () => {
  const rigged = await rig();
  await readAll(rigged);
  const { client } = rigged;
  const few = await client.pushRuleReplay.run(input({ newest: 5 }));
  expect(few.commits).toBe(5 * projects.length);
  const [withMerges, without] = [
    await client.pushRuleReplay.run(input({})),
    await client.pushRuleReplay.run(input({ merges: false })),
  ];
  expect(withMerges.merges).toBeGreaterThan(0);
  expect(without.commits).toBe(withMerges.commits - withMerges.merges);
});

test('a replay is exported as CSV with a manifest that contains the rule', async () => {
  const rigged = await rig();
  await readAll(rigged);
  const { client } = rigged;
  const replay = await client.pushRuleReplay.run(input({ rule: { commit_message_regex: '^zzz' } }));
  const { path, manifestPath, rows } = await client.pushRuleReplay.export({ replayId: replay.id });
  expect(rows).toBe(replay.refused);
  const csv = readFileSync(path, 'utf8');
  expect(csv).toMatch(/^\uFEFF?kind,project,sha_or_name,title/);
  expect(csv.match(/commit_message_regex/g)?.length).toBe(replay.refused);
  expect(readFileSync(manifestPath, 'utf8')).toContain('^zzz');
});

test('an invalid pattern is reported with its field, and a replay that is no longer stored is reported as missing', async () => {
  const { client } = await rig();
  await expect(client.pushRuleReplay.run(input({ rule: { author_email_regex: '(a)\\1' } }))).rejects.toMatchObject({
    code: 'invalid',
    field: 'author_email_regex',
  });
  const query = { replayId: 'gone', filter: {}, sort: asFound };
  await expect(client.pushRuleReplay.commits({ query, slice: all })).rejects.toMatchObject({ reason: 'not-cached' });
});

test('a commit is checked against the rule of the nearest group that has one, without requests', async () => {
  const { client, platform } = await rig();
  ruleOf(platform, { commit_message_regex: '^ABC-' });
  const groups = ['group:acme/platform', 'group:acme'];
  const commit = {
    branch: 'main',
    isNewBranch: false,
    isDefaultBranch: true,
    message: 'Fix',
    authorEmail: null,
    files: [],
  };
  const before = await client.pushRules.checkCommit({ groups, commit });
  expect(before).toEqual({ group: null, fetchedAt: null, checks: [], unsynced: groups });
  for (const of of groups) await client.pushRules.refresh({ scope: of });
  await platform.close();
  const { group, checks, unsynced } = await client.pushRules.checkCommit({ groups, commit });
  expect({ group, unsynced }).toEqual({ group: 'group:acme', unsynced: [] });
  expect(checks).toEqual([{ field: 'commit_message_regex', value: '^ABC-', outcome: 'fails', text: 'Fix', gap: null }]);
});
