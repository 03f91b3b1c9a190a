import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#main/state/files/database.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { minutes } from '#shared/time.ts';
import { rig, until } from '../../helpers/rig.ts';
import { watchedFleet } from '../../helpers/watched-fleet.ts';
import { applyAndWait, waitForPlan, rowsOf, slice } from '../changes-rig.ts';

const token = 'seeded-external-token-7f3a';
const op = 'imports.fromCodehostA';
afterEach(() => void vi.restoreAllMocks());

const kinds = (problems: readonly { field: string | null; kind: string }[]) =>
  problems.map(({ field, kind }) => [field, kind]);

/** All decrypted contents of a database. */
function everyRow(file: string, keychain: ReadonlyMap<string, string>): string {
  const [, key] = [...keychain].find(([name]) => name.startsWith('database-key:')) ?? [];
  const db = openDatabase(file, key ?? '');
  try {
    const tables = db.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    const rows = tables.flatMap((table) => db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all());
    const texts = rows.flatMap((row) => Object.values(row));
    return texts.map((one) => (Buffer.isBuffer(one) ? one.toString('latin1') : String(one))).join('\n');
  } finally {
    db.close();
  }
}

test('problems that the catalogue and the journal show are reported before an import is sent', async () => {
  const { client, platform } = await rig();
  await client.catalogue.add({ text: 'acme/core', kind: 'project', isPinned: false });
  const check = (body: Record<string, unknown>) => client.imports.check({ op, body: { repo_id: 5, ...body } });
  expect(kinds((await check({ target_namespace: ' ' })).problems)).toContainEqual(['target_namespace', 'invalid']);
  expect(kinds((await check({})).problems)).toContainEqual(['target_namespace', 'blank-namespace']);
  const taken = await check({ target_namespace: '/Acme/', new_name: 'CORE' });
  expect(taken.problems).toEqual([{ field: 'new_name', kind: 'exists', detail: 'acme/core' }]);
  const fresh = { target_namespace: 'acme', new_name: 'fresh' };
  expect((await check(fresh)).problems).toEqual([]);
  const text = 'repo_id,target_namespace,new_name\n1,acme,core\n2,acme,one\n3,acme,ONE\n4,,x\n';
  const { lines } = await client.imports.read({ op, text, defaults: {} });
  expect(lines.map(({ line, problems }) => [line, ...problems.map(({ kind }) => kind)])).toEqual([
    [2, 'exists'],
    [3],
    [4, 'collision'],
    [5, 'blank-namespace'],
  ]);
  expect(platform.requests.list().some(({ method }) => method === 'POST')).toBe(false);

  const body = { repo_id: 5, ...fresh, personal_access_token: token };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  expect(kinds((await check(fresh)).problems)).toEqual([['new_name', 'imported']]);
});

test('earlier imports block a path too, and the history reports how many older entries the journal has', async () => {
  const { client } = await rig();
  const names = Array.from({ length: 203 }, (_, at) => `many-${at}`);
  const calls = names.map((new_name, at) => ({
    op,
    body: { repo_id: at + 1, target_namespace: 'acme', new_name, personal_access_token: token },
  }));
  await applyAndWait(client, await client.changes.plan({ calls }));
  const { entries, older } = await client.imports.history();
  expect([entries.length, older]).toEqual([200, 3]);
  const body = { repo_id: 1, target_namespace: 'acme', new_name: 'many-0' };
  expect(kinds((await client.imports.check({ op, body })).problems)).toEqual([['new_name', 'imported']]);
});

test('the project of an import is added to the catalogue', async () => {
  const { client } = await rig();
  const body = { repo_id: 5, target_namespace: 'acme', new_name: 'fresh', personal_access_token: token };
  await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  const { rows } = await client.catalogue.list({ query: {}, slice });
  expect(rows.map(({ kind, path, source, sourceDetail }) => [kind, path, source, sourceDetail])).toEqual([
    ['project', 'acme/fresh', 'harvested', 'imports'],
  ]);
});

test('a missing or denied group is reported, and a missing project does not block its path', async () => {
  const { client } = await rig({ as: 'developer' });
  await client.catalogue.add({ text: 'nothing/of-this-name', kind: 'group', isPinned: false });
  await client.catalogue.add({ text: 'acme/never-was', kind: 'project', isPinned: false });
  const { rows } = await client.catalogue.list({ query: {}, slice });
  await client.catalogue.verify({ keys: rows.map(({ key }) => key) });
  const check = async (target_namespace: string, new_name: string) =>
    kinds((await client.imports.check({ op, body: { repo_id: 1, target_namespace, new_name } })).problems);
  expect(await check('nothing/of-this-name', 'x')).toEqual([['target_namespace', 'namespace-missing']]);
  expect(await check('acme', 'never-was')).toEqual([]);
});

test('the history shows the status from the reply, from later status requests, and cancellations', async () => {
  const { client, platform } = await rig();
  const body = { repo_id: 8, target_namespace: 'acme', new_name: 'eight', personal_access_token: token };
  const sent = await applyAndWait(client, await client.changes.plan({ calls: [{ op, body }] }));
  expect((await rowsOf(client, sent.id))[0]).toMatchObject({ state: 'applied', reportedMessage: 'scheduled' });
  const [entry] = (await client.imports.history()).entries;
  const made = platform.world.projects.lookup('acme/eight');
  expect(entry).toMatchObject({
    op,
    label: 'acme/eight',
    state: 'applied',
    status: 201,
    import_status: 'scheduled',
    project: { id: made?.id, path: 'acme/eight' },
    isCancellable: true,
  });
  const projectId = made?.id ?? 0;
  expect(await client.imports.refreshStatus({ projectId })).toMatchObject({
    ...{ outcome: 'inferred', status: 200, import_status: null, seen: { branches: 0, commits: 0 } },
  });
  const checked = await client.imports.history();
  expect(checked.isStatusOffered).toBe(false);
  expect(checked.entries[0]).toMatchObject({ isUnreported: true, seen: { branches: 0, commits: 0 } });
  expect(checked.entries[0]?.checkedAt).not.toBeNull();
  expect((await client.overview.transfers()).underWay).toBe(1);

  const cancel = { op: 'imports.cancel', body: { project_id: projectId }, label: 'acme/eight' };
  const plan = await client.changes.plan({ calls: [cancel] });
  expect(plan.confirmation).toEqual({ kind: 'name', name: 'acme/eight' });
  await applyAndWait(client, plan);
  const row = platform.world.imports.find(({ project_id }) => project_id === projectId);
  expect(row?.canceled_at).not.toBeNull();
  const { entries } = await client.imports.history();
  expect(entries.map(({ op: one, import_status, isCancellable }) => [one, import_status, isCancellable])).toEqual([
    ['imports.cancel', 'canceled', false],
    [op, 'canceled', false],
  ]);
  expect(entries[1]).toMatchObject({ watch: 'ended', isUnreported: false, isInferred: false });
  expect((await client.overview.transfers()).underWay).toBe(0);
  const again = await applyAndWait(client, await client.changes.plan({ calls: [cancel] }));
  expect(again.counts).toEqual({ refused: 1 });
  const [row400] = await rowsOf(client, again.id);
  expect(row400?.status).toBe(400);
  expect(row400?.reportedMessage).toMatch(/cannot be canceled/);
});

test('imports of a queue are sent one after the other, stop at a refusal, and wait for the rate limit of the code host', async () => {
  const { client, platform } = await rig();
  const call = (repo_id: number, secret = token) => ({
    op,
    body: { repo_id, target_namespace: 'acme', new_name: `queue-${repo_id}`, personal_access_token: secret },
  });
  const plan = await client.changes.plan({ calls: [call(1), call(2), call(2), call(3)] });
  expect(await applyAndWait(client, plan)).toMatchObject({
    state: 'paused',
    counts: { applied: 2, refused: 1, planned: 1 },
  });
  await client.changes.resume({ planId: plan.id });
  expect(await waitForPlan(client, plan.id)).toMatchObject({ counts: { applied: 3, refused: 1 } });
  expect((await rowsOf(client, plan.id))[2]).toMatchObject({ status: 422 });

  const limited = await client.changes.plan({ calls: [call(9, 'rate-limited'), call(10)] });
  await client.changes.apply({ planId: limited.id });
  await waitForPlan(client, limited.id, ['waiting']);
  const startedAt = Date.now();
  const job = await until(
    async () => (await client.jobs.list()).jobs.find(({ input }) => input['planId'] === limited.id),
    (one) => one?.state === 'waiting',
  );
  expect(job?.resumeAt).toBeGreaterThan(startedAt + 30_000);
  expect(platform.world.projects.lookup('acme/queue-10')).toBeUndefined();
  expect((await client.imports.history()).entries[0]).toMatchObject({ state: 'not-applied', status: 429 });
  await client.changes.cancel({ planId: limited.id });
  expect(await waitForPlan(client, limited.id, ['cancelled'])).toMatchObject({ counts: { skipped: 2 } });
});

test('tokens of other services are sent once and stored nowhere: not on disk, in plans, events, logs or messages', async () => {
  const { client, platform, ports, folder } = await rig();
  const news: string[] = [];
  client.changes.changed((event) => void news.push(JSON.stringify(event)));
  client.journal.changed((event) => void news.push(JSON.stringify(event)));
  client.imports.changed((event) => void news.push(JSON.stringify(event)));
  const logged: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(ports.log, level).mockImplementation((...line) => void logged.push(line));
  }
  onTestFinished(() => void vi.restoreAllMocks());
  const secret = (name: string) => `seeded-${name}-4b1d`;
  const calls = [
    { op, body: { repo_id: 1, target_namespace: 'acme', new_name: 'a', personal_access_token: secret('a') } },
    { op: 'imports.gists', body: { personal_access_token: secret('gists') } },
    {
      op: 'imports.fromCodehostBServer',
      body: {
        codehost_b_server_project: 'team',
        codehost_b_server_repo: 'server',
        codehost_b_server_url: 'https://b.example',
        codehost_b_server_username: 'me',
        personal_access_token: secret('server'),
        target_namespace: 'acme',
      },
    },
    {
      op: 'imports.fromCodehostB',
      body: {
        repo_path: 'team/cloud',
        target_namespace: 'acme',
        codehost_b_email: 'me@b.example',
        codehost_b_api_token: secret('cloud'),
      },
    },
    {
      op: 'imports.fromCodehostB',
      body: {
        repo_path: 'team/old',
        target_namespace: 'acme',
        codehost_b_username: 'me',
        codehost_b_app_password: secret('old'),
      },
    },
  ];
  const plan = await client.changes.plan({ calls, keepSecrets: true });
  const inKeychain = () => [...ports.secrets.entries.values()].filter((value) => value.startsWith('seeded-'));
  expect(inKeychain()).toHaveLength(calls.length);
  const { path } = await client.changes.save({ planId: plan.id });
  expect(await applyAndWait(client, plan)).toMatchObject({ counts: { applied: calls.length } });
  await until(inKeychain, (left) => left.length === 0);
  const sent = JSON.stringify(platform.requests.list().map(({ body }) => body));
  for (const name of ['a', 'gists', 'server', 'cloud', 'old']) expect(sent.split(secret(name))).toHaveLength(2);

  const text = `repo_id,target_namespace,personal_access_token\n1,acme,${secret('csv')}\n`;
  const read = await client.imports.read({ op, text, defaults: {} });
  expect(kinds(read.problems)).toEqual([['personal_access_token', 'secret-column']]);
  const exported = await client.journal.export({ query: {}, format: 'json' });
  const results = [
    read,
    news,
    plan,
    await rowsOf(client, plan.id),
    await client.changes.list(),
    await client.imports.history(),
    await client.journal.list({ query: {}, slice }),
    await client.host.requests({ limit: 500 }),
    logged,
    readFileSync(path, 'utf8'),
    readFileSync(exported.path, 'utf8'),
  ];
  expect(JSON.stringify(results)).not.toContain('seeded-');
  // Guards that the search below can find something
  const rows = everyRow(join(ports.paths.data, 'state.db'), ports.secrets.entries);
  expect(rows).toContain('team/cloud');
  expect(rows).not.toContain('seeded-');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  expect(files.length).toBeGreaterThan(1);
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name)).includes('seeded-'), name).toBe(false);
  }
});

test('imports that others sent are found without a request, and the failed one shows its reason', async () => {
  const { client, pass, platform } = await watchedFleet({ moving: true, probes: ['import'] });
  await pass(minutes(14));
  const { found, isStatusOffered } = await client.imports.history();
  expect(isStatusOffered).toBe(true);
  const of = (path: string) => found.find((one) => one.path === path);
  expect(of('acme/billing')).toMatchObject({ import_status: 'failed', watch: 'ended' });
  expect(of('acme/billing')?.import_error).toMatch(/./);
  expect(of('acme/storefront')).toMatchObject({ import_status: 'finished' });
  // Projects that were not imported are asked once
  const asked = platform.requests.list('GET /projects/:id/import').map(({ path }) => path);
  const [other] = platform.world.projects.filter(({ id }) => !found.some(({ projectId }) => projectId === id));
  expect(asked.filter((path) => path.endsWith(`/projects/${other?.id}/import`)).length).toBeLessThanOrEqual(1);
});

test('only the chosen import with an unknown outcome is planned again, and its token must be entered again', async () => {
  const { client, platform } = await rig();
  const post = 'POST /import/codehost_a';
  platform.faults.add({ kind: 'status', status: 500, message: 'it broke', when: 'before', match: post });
  const calls = ['one', 'two'].map((new_name, at) => ({
    ...{ op, label: `acme/${new_name}` },
    body: { repo_id: 5 + at, target_namespace: 'acme', new_name, personal_access_token: token },
  }));
  await applyAndWait(client, await client.changes.plan({ calls }), false);
  const { entries } = await client.imports.history();
  expect(entries.map(({ label, state }) => [label, state])).toEqual([
    ['acme/two', 'unknown'],
    ['acme/one', 'unknown'],
  ]);
  platform.faults.clear();
  const [{ id = 0, planId = '' } = {}] = entries;
  const again = await client.changes.again({ planId, states: ['unknown'], journalIds: [id] });
  expect((await rowsOf(client, again.id)).map(({ label }) => label)).toEqual(['acme/two']);
  await expect(client.changes.apply({ planId: again.id })).rejects.toMatchObject({ reason: 'needs-secret' });
  await client.changes.giveSecret({ planId: again.id, field: 'personal_access_token', value: token });
  await applyAndWait(client, again);
  expect(platform.world.projects.lookup('acme/two')).toBeDefined();
  expect(platform.world.projects.lookup('acme/one')).toBeUndefined();
  expect(platform.requests.count(post)).toBe(3);
});
