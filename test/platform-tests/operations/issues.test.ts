import { expect, test } from 'vitest';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf } from '../repository-rig.ts';
import {
  EPIC,
  ISSUE,
  ITERATION,
  LABEL,
  LINKS,
  MILESTONE,
  PERSON,
  REFERENCES,
  TASKS,
  TIME_STATS,
} from '../resources/issues.ts';
import { ask, ids, link, start } from '../rig.ts';

type Row = Record<string, unknown>;
const ALL = '/issues?scope=all&per_page=100';

/** Expect that an object has exactly these fields; null is accepted. */
function expectFields(value: unknown, fields: readonly string[]) {
  if (value !== null) expect(fieldsOf(value)).toEqual(fields.toSorted());
}

test('an issue and the objects in it have the documented fields', async () => {
  const { rows } = await ask(await start(), 'admin', `${ALL}&with_labels_details=true`);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    expectFields(row, ISSUE);
    expectFields(row['author'], PERSON);
    expectFields(row['closed_by'], PERSON);
    for (const person of row['assignees'] as unknown[]) expectFields(person, PERSON);
    for (const label of row['labels'] as unknown[]) expectFields(label, LABEL);
    expectFields(row['milestone'], MILESTONE);
    expectFields(row['references'], REFERENCES);
    expectFields(row['time_stats'], TIME_STATS);
    expectFields(row['task_completion_status'], TASKS);
    expectFields(row['_links'], LINKS);
    expectFields(row['epic'], EPIC);
    expectFields(row['iteration'], ITERATION);
  }
  for (const field of ['epic', 'iteration', 'milestone', 'closed_by', 'assignee', 'weight', 'health_status']) {
    expect(
      rows.some((row) => row[field] === null),
      field,
    ).toBe(true);
    expect(
      rows.some((row) => row[field] !== null),
      field,
    ).toBe(true);
  }
});

test('the seeded issues have several projects, authors, states and labels', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'admin', ALL);
  const values = (of: (row: Row) => unknown) => new Set(rows.map(of));
  expect(values((row) => row['project_id']).size).toBeGreaterThan(3);
  expect(values((row) => row['created_at']).size).toBe(rows.length);
  expect(values((row) => row['state'])).toEqual(new Set(['opened', 'closed']));
  const authors = values((row) => (row['author'] as Row)['username']);
  expect(authors).toContain('admin');
  const enterprise = platform.world.groups.lookup('acme');
  const own = enterprise === undefined ? [] : platform.world.enterpriseUsers.of(enterprise);
  expect(own.some(({ username }) => authors.has(username))).toBe(true);
});

test('without a scope, only issues of the user of the token are listed', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'admin', '/issues?per_page=100');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row['author']).toMatchObject({ username: 'admin' });
  expect(ids(await ask(platform, 'admin', '/issues?per_page=100&scope=created_by_me'))).toEqual(
    rows.map((row) => row['id']),
  );
  const assigned = await ask(platform, 'developer', '/issues?scope=assigned_to_me');
  expect(assigned.rows.length).toBeGreaterThan(0);
  for (const row of assigned.rows) {
    expect(row['assignees']).toEqual(expect.arrayContaining([expect.objectContaining({ username: 'developer' })]));
  }
});

test.each<[TokenName | null, string, number]>([
  [null, '/issues', 401],
  [null, '/issues?scope=assigned_to_me', 401],
  [null, '/issues?scope=all', 200],
  ['outsider', '/issues', 200],
  [null, '/groups/globex/issues', 200],
  [null, '/groups/acme/issues', 404],
  [null, '/groups/globex/issues?scope=created_by_me', 401],
  ['outsider', '/groups/acme/issues', 404],
  ['guest', '/groups/acme%2Fplatform/issues', 404],
  ['guest', '/groups/acme/issues', 200],
  ['auditor', '/groups/acme/issues?scope=all', 200],
  ['read_api', '/groups/acme/issues', 200],
  ['manage_runners', '/issues', 403],
  ['admin', '/groups/none/issues', 404],
])('%s: %s replies %i', async (who, path, status) => {
  expect((await ask(await start(), who, path)).status).toBe(status);
});

test('issues of hidden projects, and confidential issues for non-members, are not listed', async () => {
  const platform = await start();
  const seen = async (who: TokenName | null) => (await ask(platform, who, ALL)).rows;
  const all = await seen('admin');
  const projectOf = (path: string) => platform.world.projects.lookup(path)?.id;
  expect(new Set((await seen(null)).map((row) => row['project_id']))).toEqual(new Set([projectOf('acme/website')]));
  expect((await seen('outsider')).map((row) => row['project_id'])).not.toContain(projectOf('acme/core'));
  const guest = platform.world.users.byUsername('guest')?.id ?? 0;
  const isSecret = (row: Row) => row['confidential'] === true;
  expect(all.filter(isSecret).length).toBeGreaterThan(1);
  expect((await seen('guest')).filter(isSecret)).toEqual([]);
  const [secret] = all.filter((row) => isSecret(row) && row['project_id'] === projectOf('acme/core'));
  const issue = platform.world.issues.get(Number(secret?.['id']));
  if (issue !== undefined) issue.assignee_ids = [guest];
  expect((await seen('guest')).filter(isSecret)).toHaveLength(1);
  expect((await seen('auditor')).length).toBe(all.length);
});

test('the issues of a group include those of its subgroups', async () => {
  const platform = await start();
  const top = await ask(platform, 'admin', '/groups/acme/issues?scope=all&per_page=100');
  const sub = await ask(platform, 'admin', '/groups/acme%2Fplatform/issues?scope=all&per_page=100');
  expect(ids(top)).toEqual(expect.arrayContaining(ids(sub)));
  expect(sub.rows.length).toBeGreaterThan(0);
  expect(top.rows.length).toBeGreaterThan(sub.rows.length);
  for (const row of sub.rows) {
    const short = `#${String(row['iid'])}`;
    expect(row['references']).toEqual({
      short,
      relative: `runner-images${short}`,
      full: `acme/platform/runner-images${short}`,
    });
  }
  const own = await ask(platform, 'admin', '/groups/acme/issues');
  for (const row of own.rows) expect(row['author']).toMatchObject({ username: 'admin' });
});

test('the list has pages of 20 rows, and a page after the end is empty', async () => {
  const platform = await start();
  const first = await ask(platform, 'admin', '/issues?scope=all');
  expect(first.rows).toHaveLength(20);
  const total = Number(first.headers.get('x-total'));
  expect(total).toBeGreaterThan(40);
  const second = await ask(platform, 'admin', link(first, 'next') ?? '');
  expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
  expect((await ask(platform, 'admin', '/issues?scope=all&page=99')).rows).toEqual([]);
});

test('an issue has the numbers of comments, votes and merge requests', async () => {
  const platform = await start();
  const { world } = platform;
  const { rows } = await ask(platform, 'admin', ALL);
  for (const row of rows) {
    const id = Number(row['id']);
    expect(row['user_notes_count']).toBe(world.notes.on('Issue', id).filter(({ system }) => !system).length);
    const up = world.awards.on('Issue', id).filter(({ name }) => name === 'thumbsup');
    expect(row['upvotes']).toBe(up.length);
  }
  expect(rows.some((row) => Number(row['merge_requests_count']) > 0)).toBe(true);
  const ticked = rows.find((row) => String(row['description']).includes('- [x] reproduce it'));
  expect(ticked).toMatchObject({
    has_tasks: true,
    task_completion_status: { count: 3, completed_count: 1 },
    task_status: '1 of 3 checklist items completed',
  });
});

test('times are shown in weeks of 5 days with 8 hours', async () => {
  const platform = await start();
  const [issue] = platform.world.issues.filter(({ author_id }) => author_id === 1);
  Object.assign(issue ?? {}, { time_estimate_s: 0, time_spent_s: (5 * 8 + 8 + 2) * 3600 + 180 });
  const { rows } = await ask(platform, 'admin', '/issues?per_page=100');
  expect(rows.find((row) => row['id'] === issue?.id)).toMatchObject({
    time_stats: { human_time_estimate: null, human_total_time_spent: '1w 1d 2h 3m' },
  });
});

test('issues of a removed account are kept, with the ghost user as author', async () => {
  const platform = await start();
  const { world } = platform;
  const before = world.issues.filter(({ author_id }) => author_id === 5).map(({ id }) => id);
  expect(before.length).toBeGreaterThan(0);
  world.users.remove(5);
  const { rows } = await ask(platform, 'admin', ALL);
  for (const row of rows.filter(({ id }) => before.includes(Number(id)))) {
    expectFields(row['author'], PERSON);
    expect(row['author']).toMatchObject({ username: 'ghost' });
  }
});
