import { expect, test } from 'vitest';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { giveArtifacts } from '../../helpers/give-artifacts.ts';
import { pinFilled, rig, syncList } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

test('known files at a ref are stored, one that does not exist is marked, and the size counts', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  for (const path of ['README.md', 'no/such/file.ts']) await client.repositoryFiles.addPath({ scope, path });
  const { id: pinId } = await client.pins.pin({ target: { kind: 'place', scope }, depths: ['files'] });
  const pin = await pinFilled(client, pinId);
  expect(pin).toMatchObject({ state: 'ready', ref: 'HEAD', absent: 1 });
  // Includes .gitmodules, because every project can have it
  expect(pin?.depths.find(({ depth }) => depth === 'files')).toMatchObject({ items: 2, stored: 2, refused: 0 });
  expect(pin?.named).toMatchObject([{ problem: 'missing', status: 404 }]);
  const file = { scope, ref: 'HEAD', path: 'README.md' };
  expect((await client.repositoryFiles.open(file)).content).toMatchObject({ kind: 'text' });
  const { pinnedBytes } = await client.dependencyExports.storage();
  expect(pinnedBytes).toBeGreaterThan(0);

  const downloads = () => platform.requests.list('GET /projects/:id/repository/files/:file_path').length;
  const before = downloads();
  await client.pins.refill({ id: pinId });
  await pinFilled(client, pinId);
  // The file is checked by a HEAD; the missing one is asked for again
  expect(downloads()).toBe(before + 1);
  await client.pins.remove({ id: pinId });
  expect((await client.pins.list()).pins).toEqual([]);
  expect((await client.dependencyExports.storage()).pinnedBytes).toBe(0);
  expect((await client.repositoryFiles.open(file)).content).toMatchObject({ kind: 'text' });
});

test('a pin of files stores what pushes and .gitmodules name, with blame, at the branch that the page opens', async () => {
  const { client, platform } = await rig();
  giveArtifacts(platform);
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
  const { id: pinId } = await client.pins.pin({ target: { kind: 'place', scope }, depths: ['facts', 'text', 'files'] });
  const pin = await pinFilled(client, pinId);
  expect(pin?.named).toEqual([]);
  const { first: ref } = await client.repositoryFiles.refs({ scope });
  expect(ref).toBe('main');
  const { stored, files, total, sources } = await client.repositoryFiles.tree({ scope, ref, open: [], search: '' });
  expect(sources).toContainEqual({ source: 'delivery', count: expect.any(Number) as number });
  // A submodule is not a file
  expect(files).toBe(total - 1);
  expect(stored).toBe(files);
  expect(stored).toBeGreaterThan(1);
  expect(await client.repositoryFiles.submodules({ scope, ref })).toMatchObject({
    isStored: true,
    rows: [{ path: 'vendor/shared' }],
  });
  const at = { scope, ref, path: 'README.md' };
  expect(await client.repositoryFiles.open(at)).toMatchObject({
    content: { kind: 'text' },
    lastCommit: { title: expect.any(String) as string },
  });
  expect((await client.repositoryFiles.blame({ ...at, piece: 0 }))?.blocks[0]).toMatchObject({ from: 1 });

  const blames = () => platform.requests.list('GET /projects/:id/repository/files/:file_path/blame').length;
  const before = blames();
  expect(before).toBe(stored);
  await client.pins.refill({ id: pinId });
  await pinFilled(client, pinId);
  expect(blames()).toBe(before);
});

test('a missing .gitmodules or a missing branch is not a problem of a pin', async () => {
  const { client, platform } = await rig();
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.other)?.id ?? 0}`;
  const { id } = await client.pins.pin({ target: { kind: 'place', scope }, depths: ['files'] });
  expect(await pinFilled(client, id)).toMatchObject({ state: 'ready', problems: 0 });
});

test('the contents of snippets are stored with the texts, kept when space is needed, and requested once', async () => {
  const { client, platform } = await rig();
  const scope = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
  const { id: pinId } = await client.pins.pin({ target: { kind: 'place', scope }, depths: ['facts', 'text'] });
  await pinFilled(client, pinId);
  const { rows } = await client.snippets.list({ query: { scope }, slice });
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) {
    const content = await client.snippetFiles.content({ scope, id: row.id, path: null });
    expect(content).toMatchObject({ state: 'stored', isOutdated: false });
  }
  expect((await client.dependencyExports.storage()).pinnedBytes).toBeGreaterThan(0);
  const contents = () => platform.requests.list('GET /projects/:id/snippets/:snippet_id/raw').length;
  const before = contents();
  expect(before).toBeGreaterThan(0);
  await client.pins.refill({ id: pinId });
  await pinFilled(client, pinId);
  expect(contents()).toBe(before);
  await client.pins.remove({ id: pinId });
  expect((await client.dependencyExports.storage()).pinnedBytes).toBe(0);
});

test('the rows of a pinned view have their notes, and those of other rows are not requested', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'issues');
  const { rows } = await client.issues.list({ query: { scope: '' }, slice });
  // An issue without notes of people can have notes of the platform
  const wanted = rows.filter(({ row }) => row.state === 'opened');
  expect(wanted.length).toBeGreaterThan(0);
  const query = { search: '', filter: { state: 'opened' }, notReturned: 'hide' as const };
  const view = { id: 'v1', name: 'Open issues', collection: 'issues', scope: '', query };
  const { id } = await client.pins.pin({ target: { kind: 'view', view }, depths: ['facts', 'text'] });
  expect(await pinFilled(client, id)).toMatchObject({ state: 'ready', label: 'Open issues' });
  const asked = platform.requests.list('GET /projects/:id/issues/:issue_iid/notes');
  expect(new Set(asked.map(({ path }) => path)).size).toBe(wanted.length);
  expect(platform.requests.list('GET /projects/:id/merge_requests/:merge_request_iid/notes')).toEqual([]);
});

test('a pinned group contains its known projects', async () => {
  const { client } = await rig();
  const group = `group:${GROUP_PATHS.top}`;
  const pinned = `project:${PROJECT_PATHS.sub}`;
  await client.catalogue.add({ text: GROUP_PATHS.top, kind: 'group', isPinned: false });
  for (const text of [PROJECT_PATHS.private, PROJECT_PATHS.sub, PROJECT_PATHS.other]) {
    await client.catalogue.add({ text, kind: 'project', isPinned: false });
  }
  const target = { kind: 'place' as const, scope: group };
  const { places, depths } = await client.pins.estimate({ target });
  expect(places).toBe(3);
  const { id } = await client.pins.pin({ target, depths: ['facts'] });
  const pin = await pinFilled(client, id);
  // The estimate has a request for each list of each project, so it is a lower bound
  const estimated = depths.find(({ depth }) => depth === 'facts')?.requests ?? 0;
  const lists = (await client.coverage.of({ scope: pinned })).rows.filter(({ syncIn, scope }) => syncIn === scope);
  expect(lists.length).toBeGreaterThan(9);
  expect(estimated).toBeGreaterThanOrEqual(2 * lists.length);
  expect(pin?.depths.find(({ depth }) => depth === 'facts')?.requests).toBeGreaterThanOrEqual(estimated);
  const stateOf = async (scope: string) =>
    (await client.coverage.of({ scope })).rows.find(({ collection }) => collection === 'branches')?.state;
  expect(await stateOf(pinned)).toBe('complete');
  expect(await stateOf(`project:${PROJECT_PATHS.other}`)).toBe('never');
});

test.each([
  ['a project', `project:${PROJECT_PATHS.sub}`],
  ['a subgroup', `group:${GROUP_PATHS.sub}`],
])('the pin of %s has the push rule and the notification settings above it, which apply to it', async (_, scope) => {
  const { client } = await rig();
  await client.catalogue.add({ text: GROUP_PATHS.top, kind: 'group', isPinned: false });
  await client.catalogue.add({ text: GROUP_PATHS.sub, kind: 'group', isPinned: false });
  await client.catalogue.add({ text: PROJECT_PATHS.sub, kind: 'project', isPinned: false });
  const target = { kind: 'place' as const, scope };
  const { id } = await client.pins.pin({ target, depths: ['facts'] });
  await pinFilled(client, id);
  const lists = (await client.coverage.of({ scope: `group:${GROUP_PATHS.top}` })).rows;
  const stateOf = (name: string) => lists.find(({ collection }) => collection === name)?.state;
  expect(stateOf('pushRules')).toBe('complete');
  expect(stateOf('serviceAccounts')).toBe('never');
  const { chain } = await client.notificationSettings.get({ scope });
  expect(chain.map((one) => one.scope).slice(-2)).toEqual([`group:${GROUP_PATHS.top}`, '']);
  expect(chain.filter(({ setting }) => setting === null)).toEqual([]);
});

test('a list with unreadable rows is named by its pin, as in the coverage, also if another sync stored it', async () => {
  const { client, platform } = await rig();
  const scope = `project:${PROJECT_PATHS.private}`;
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const fault = { kind: 'wrong-types', match: 'GET /projects/:id/repository/branches', every: 2 } as const;
  platform.faults.add(fault);
  const target = { kind: 'place' as const, scope };
  const named = async (): Promise<string[]> => {
    const { id } = await client.pins.pin({ target, depths: ['facts'] });
    const pin = await pinFilled(client, id);
    const facts = pin?.depths.find(({ depth }) => depth === 'facts');
    expect(facts).toMatchObject({ refused: 1, stored: (facts?.items ?? 0) - 1 });
    return pin?.named.map(({ label, problem }) => `${label}: ${problem}`) ?? [];
  };
  const unreadable = async (): Promise<number | undefined> =>
    (await client.coverage.of({ scope })).rows.find(({ collection }) => collection === 'branches')?.unreadable;
  const expected = [`Branches of ${PROJECT_PATHS.private}: unreadable`];
  expect(await named()).toEqual(expected);
  expect(await unreadable()).toBeGreaterThan(0);
  // Fresh lists are not requested again
  expect(await named()).toEqual(expected);
});
