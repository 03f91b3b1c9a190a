import { expect, test } from 'vitest';
import type { CoverageRow } from '#shared/contract/coverage.ts';
import { revisionsOf } from '#shared/contract/commit-list.ts';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { days, hours, minutes } from '#shared/time.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { giveArtifacts } from '../../helpers/give-artifacts.ts';
import { ended, pinFilled, rig, syncList, until, type Rig } from '../../helpers/rig.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { repositoryOf } from './repository.ts';

const path = PROJECT_PATHS.private;
const everything = ['facts', 'text', 'files'] as const;
const all = { from: 0, count: 200 };
const idOf = ({ platform }: Rig): number => platform.world.projects.lookup(path)?.id ?? 0;
const place = (scope: string) => ({ kind: 'place' as const, scope });

/** Pin the project and wait for the end of the fill. */
async function pinned(one: Rig, depths: readonly ('facts' | 'text' | 'files')[], range: 'all' | 'recent' = 'all') {
  await one.client.catalogue.add({ text: path, kind: 'project', isPinned: false });
  const { id } = await one.client.pins.pin({ target: place(`project:${idOf(one)}`), depths: [...depths], range });
  return filled(one.client, id);
}
async function filled(client: ReeveClient, id: number) {
  const pin = await pinFilled(client, id);
  if (pin === undefined) throw new Error('no such pin');
  return pin;
}
/** What Coverage shows of the gaps of a pin. */
const gapsOf = async (client: ReeveClient, pin: number) =>
  (await client.coverage.list({ query: { pin }, slice: all })).rows.map(({ collection, state, gap }) => ({
    ...{ collection, state },
    stuck: gap?.stuck.map(({ why, count }) => `${count} ${why}`),
  }));
/** The requests about groups and projects. Reeve also checks the connection by itself. */
const asked = ({ platform }: Rig): number =>
  platform.requests.list().filter(({ path: to }) => /\/(projects|groups)\//.test(to)).length;
/** The places below the project that have a list of this collection, as the simulator has them. */
function placesOf(one: Rig, collection: string): string[] {
  const { world } = one.platform;
  const id = idOf(one);
  const below = (kind: string, ids: readonly number[]): string[] => ids.map((at) => `project:${id}/${kind}:${at}`);
  const own = <R extends { project_id: number | null }>(rows: readonly R[]): R[] =>
    rows.filter(({ project_id }) => project_id === id);
  const issues = below(
    'issue',
    own(world.issues.all()).map(({ iid }) => iid),
  );
  const mergeRequests = below(
    'mr',
    own(world.mergeRequests.all()).map(({ iid }) => iid),
  );
  const snippets = below(
    'snippet',
    own(world.snippets.all()).map((row) => row.id),
  );
  const jobs = own(world.deployments.all()).flatMap(({ job_id }) => (job_id === null ? [] : [job_id]));
  const places: Record<string, string[]> = {
    notes: [...issues, ...mergeRequests, ...snippets],
    contextCommits: mergeRequests,
    webhookEvents: below(
      'hook',
      own(world.webhooks.all()).map((row) => row.id),
    ),
    artifacts: below('job', [...new Set(jobs)]),
  };
  return places[collection] ?? [];
}

test('offline, a pin with everything, Coverage and the window agree about every list of a project', async () => {
  const one = await rig();
  giveArtifacts(one.platform);
  const { client, platform } = one;
  const scope = `project:${idOf(one)}`;
  const pin = await pinned(one, everything);
  one.ports.network.set(false);
  platform.requests.clear();

  expect(pin).toMatchObject({ state: 'ready', problems: 0, gaps: { lists: 0, requests: 0 } });
  expect(pin.depths.map(({ gaps, items, stored }) => [gaps, items - stored])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(await gapsOf(client, pin.id)).toEqual([]);
  const { rows } = await client.coverage.of({ scope });
  expect(rows.filter(({ state }) => state !== 'complete')).toEqual([]);
  for (const row of rows) await compare(row);
  expect(asked(one)).toBe(0);

  async function compare({ collection, below, rows: stored }: CoverageRow): Promise<void> {
    if (collection === 'files') {
      const { files, rows: tree } = await client.repositoryFiles.tree({ scope, ref: 'main', open: [], search: '/' });
      expect(files).toBe(stored);
      for (const node of tree) {
        if (node.kind !== 'file' || node.state === 'submodule') continue;
        const at = { scope, ref: 'main', path: node.path };
        expect.soft((await client.repositoryFiles.open(at)).content.kind, node.path).toBe('text');
        expect.soft(await client.repositoryFiles.blame({ ...at, piece: 0 }), node.path).not.toBeNull();
      }
      return;
    }
    if (collection === 'snippetContents') {
      const { rows: snippets } = await client.snippets.list({ query: { scope }, slice: all });
      expect(snippets).toHaveLength(stored);
      for (const { row } of snippets)
        expect
          .soft(await client.snippetFiles.content({ scope, id: row.id, path: null }))
          .toMatchObject({ state: 'stored' });
      return;
    }
    if (collection === 'notificationSettings') {
      const { chain } = await client.notificationSettings.get({ scope });
      expect.soft(chain.filter(({ setting }) => setting === null)).toEqual([]);
      return;
    }
    if (collection === 'commits') {
      const { repository, commitAt } = repositoryOf(one, path);
      const branches = await repository.branches();
      expect.soft(below).toMatchObject({ known: branches.length, synced: branches.length });
      for (const { name } of branches) {
        const at = scopeOfRevisions(scope, revisionsOf({ ref_name: name }));
        const { total } = await client.commits.list({ query: { scope: at }, slice: all });
        expect.soft(total, name).toBe((await repository.history(await commitAt(name))).size);
      }
      return;
    }
    const list = client[collection as 'notes'];
    const places = below === null ? [scope] : placesOf(one, collection);
    if (below !== null) expect.soft([below.known, below.synced], collection).toEqual([places.length, places.length]);
    let shown = 0;
    for (const at of places) {
      expect.soft((await list.summary({ scope: at })).completedAt, `${collection} ${at}`).not.toBeNull();
      shown += (await list.list({ query: { scope: at }, slice: all })).total;
    }
    expect.soft(shown, collection).toBe(stored);
  }
});

test('a pin of recent notes names the other lists as gaps, and fetches them with as many requests as it says', async () => {
  const one = await rig();
  giveArtifacts(one.platform);
  const { client, platform } = one;
  const old = platform.clock.now() - days(100);
  for (const issue of platform.world.issues.all()) issue.updated_at = old;
  const pin = await pinned(one, everything, 'recent');
  const { total, counts } = await client.coverage.list({ query: { pin: pin.id }, slice: all });
  expect(pin).toMatchObject({ state: 'incomplete', gaps: { lists: total } });
  expect(counts).toMatchObject({ complete: 0 });
  expect(await gapsOf(client, pin.id)).toContainEqual({ collection: 'notes', state: 'partial', stuck: [] });
  expect(pin.gaps.requests).toBeGreaterThan(5);

  platform.requests.clear();
  await client.pins.fetchGaps({ id: pin.id });
  expect(await filled(client, pin.id)).toMatchObject({ state: 'ready', gaps: { lists: 0, requests: 0 } });
  expect(asked(one)).toBe(pin.gaps.requests);
  expect(pin.gaps.isGuess).toBe(false);
});

test('a list that several pins contain counts once in the gaps of all pins, and its requests are sent once', async () => {
  const one = await rig();
  const { client, platform } = one;
  const old = platform.clock.now() - days(100);
  for (const issue of platform.world.issues.all()) issue.updated_at = old;
  const project = await pinned(one, ['facts', 'text'], 'recent');
  expect((await client.pins.list()).gaps).toEqual(project.gaps);
  const around = await client.pins.pin({ target: place(''), depths: ['text'], range: 'recent' });
  await filled(client, around.id);

  const { pins, gaps } = await client.pins.list();
  const lists = await Promise.all(pins.map(({ id }) => client.coverage.list({ query: { pin: id }, slice: all })));
  const keys = lists.flatMap(({ rows }) => rows.map(({ key }) => key));
  expect(lists.map(({ total }) => total)).toEqual(pins.map((pin) => pin.gaps.lists));
  expect(new Set(keys).size).toBeLessThan(keys.length);
  expect(gaps).toMatchObject({ lists: new Set(keys).size, isGuess: false });

  platform.requests.clear();
  for (const { id } of pins) await client.pins.fetchGaps({ id });
  for (const { id } of pins) await filled(client, id);
  expect(asked(one)).toBe(gaps.requests);
  expect((await client.pins.list()).gaps).toEqual({ lists: 0, requests: 0, isGuess: false });
});

test('gaps that cannot be filled are named with their reason in Coverage and the pin, which is not ready', async () => {
  const one = await rig({ as: 'developer' });
  const { client, platform } = one;
  const scope = `project:${idOf(one)}`;
  platform.faults.add({ kind: 'no-route', match: 'GET /projects/:id/uploads' });
  platform.faults.add({ kind: 'wrong-types', match: 'GET /projects/:id/repository/branches', every: 2 });
  platform.faults.add({ kind: 'status', status: 403, message: '403', match: 'GET /projects/:id/snippets' });
  platform.faults.add({
    kind: 'status',
    status: 403,
    message: '403',
    match: 'GET /projects/:id/repository/files/:file_path/blame',
  });
  await client.repositoryFiles.addPath({ scope, path: 'README.md' });
  await client.repositoryFiles.addPath({ scope, path: 'no/such/file' });
  await client.setup.setOff({ collections: ['members'], isOff: true });
  const pin = await pinned(one, everything);
  const gaps = await gapsOf(client, pin.id);
  expect(pin).toMatchObject({ state: 'incomplete', gaps: { requests: 0 } });
  expect(pin.gaps.lists).toBe(gaps.length);
  expect(gaps).toContainEqual({ collection: 'webhooks', state: 'refused', stuck: ['1 refused'] });
  expect(gaps).toContainEqual({ collection: 'webhookEvents', state: 'refused', stuck: ['1 refused'] });
  expect(gaps).toContainEqual({ collection: 'snippetContents', state: 'refused', stuck: ['1 refused'] });
  expect(gaps.filter(({ stuck }) => stuck?.length === 0)).toEqual([]);
  expect(gaps).toContainEqual({ collection: 'members', state: 'never', stuck: ['1 off'] });
  expect(gaps).toContainEqual({
    collection: 'branches',
    state: 'partial',
    stuck: [expect.stringMatching(/ unreadable$/)],
  });
  const files = gaps.find(({ collection }) => collection === 'files');
  expect(files?.stuck).toEqual([expect.stringMatching(/ unreadable$/)]);
  const { rows } = await client.coverage.list({ query: { pin: pin.id, search: 'uploads' }, slice: all });
  expect(rows).toMatchObject([{ refusal: { reason: 'not-offered' } }]);
  const { rows: problems } = await client.pins.problems({ id: pin.id, slice: all });
  expect(problems).toContainEqual(
    expect.objectContaining({ problem: 'unreadable', status: 403, label: `README.md (${path})` }),
  );

  platform.requests.clear();
  await client.pins.fetchGaps({ id: pin.id });
  await filled(client, pin.id);
  expect(asked(one)).toBe(0);
});

test.each(['documented', 'gitlab'] as const)(
  'what does not exist on the platform (%s) is named and is no gap; a refusal and a hidden project are gaps',
  async (dialect) => {
    const one = await rig({ dialect });
    const { client, platform } = one;
    const scope = `project:${idOf(one)}`;
    await client.repositoryFiles.addPath({ scope, path: 'no/such/file' });
    const pin = await pinned(one, everything);
    expect(pin).toMatchObject({ state: 'ready', problems: 0, gaps: { lists: 0, requests: 0 } });
    expect(pin.absent).toBeGreaterThan(1);
    expect(pin.depths.map(({ items, stored, refused }) => [items - stored, refused])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(pin.named.map(({ problem, status }) => [problem, status])).toContainEqual(['missing', 404]);
    expect(pin.named).toHaveLength(pin.absent);
    const rowOf = async (collection: string) =>
      (await client.coverage.of({ scope })).rows.find((row) => row.collection === collection);
    expect(await rowOf('artifacts')).toMatchObject({ state: 'complete', below: { absent: pin.absent - 1 } });
    expect(await rowOf('files')).toMatchObject({ state: 'complete', below: { absent: 1 } });

    const match = 'GET /projects/:id/jobs/:job_id/artifacts/tree';
    for (const [message, status] of [
      ['403 Forbidden', 403],
      ['404 Project Not Found', 404],
    ] as const) {
      platform.faults.add({ kind: 'status', status, message, match });
      await client.pins.refill({ id: pin.id });
      expect(await filled(client, pin.id)).toMatchObject({ state: 'incomplete', gaps: { lists: 1, requests: 0 } });
      expect(await rowOf('artifacts')).toMatchObject({ state: 'refused', below: { absent: 0 } });
      platform.faults.clear();
    }
    await client.pins.refill({ id: pin.id });
    expect(await filled(client, pin.id)).toMatchObject({ state: 'ready', absent: pin.absent });
  },
);

test('files over the limit of a pin are a gap with this reason', async () => {
  const one = await rig();
  const { client } = one;
  const scope = `project:${idOf(one)}`;
  await client.repositoryFiles.addPath({ scope, path: 'README.md' });
  const { id } = await client.pins.pin({ target: place(scope), depths: ['files'], fileBytes: 1 });
  expect(await filled(client, id)).toMatchObject({ state: 'incomplete' });
  expect(await gapsOf(client, id)).toContainEqual({ collection: 'files', state: 'never', stuck: ['2 too-large'] });
});

test('a list that is synced by hand is no gap of a pin any more, and a new thread is one', async () => {
  const one = await rig();
  const { client, platform } = one;
  const scope = `project:${idOf(one)}`;
  platform.faults.add({ kind: 'status', status: 500, message: '500', match: 'GET /projects/:id/uploads' });
  const pin = await pinned(one, ['facts', 'text']);
  expect(pin).toMatchObject({ state: 'incomplete', problems: 1, gaps: { lists: 1, requests: 1 } });
  platform.faults.clear();
  await syncList(client, 'uploads', scope);
  expect(await filled(client, pin.id)).toMatchObject({ state: 'ready', gaps: { lists: 0 } });

  const issue = platform.world.issues.all().find(({ project_id }) => project_id === idOf(one));
  if (issue === undefined) throw new Error('no issue');
  const now = platform.clock.now();
  platform.world.issues.add({ ...issue, id: 90_001, iid: 9_001, created_at: now, updated_at: now });
  await syncList(client, 'issues');
  expect(await filled(client, pin.id)).toMatchObject({ state: 'incomplete', gaps: { lists: 1, requests: 1 } });
  const { id } = await client.jobs.below({ collection: 'notes', scope });
  await ended(client, id);
  expect(await filled(client, pin.id)).toMatchObject({ state: 'ready' });
});

test('a pin is kept up to date after its first fill, without a restart', async () => {
  const fleet = await watchedFleet({ only: ['members'] });
  const { client, pass } = fleet;
  const { id } = await client.pins.pin({ target: place(`project:${idOf(fleet)}`), depths: ['facts'] });
  const look = async () => {
    await pass(minutes(1));
    return (await client.pins.list()).pins.find((pin) => pin.id === id);
  };
  const first = await until(look, (pin) => (pin?.filledAt ?? null) !== null);
  await pass(hours(5));
  const pin = await look();
  expect(pin?.filledAt).toBeGreaterThan(first?.filledAt ?? Infinity);
});
