import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ended, syncList, rig, until, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import { samples } from '../../services/ssh-samples.ts';

const slice = { from: 0, count: 200 };
const lookups = ({ platform: { requests } }: Pick<Rig, 'platform'>) =>
  requests.count('GET /keys') + requests.count('GET /keys/:id');

/** Find keys in a text, look them up, and wait for the job. */
async function lookUpText({ client }: Rig, text: string) {
  const { found } = await client.keys.read({ text });
  const { id } = await client.keys.lookUp({ queries: found });
  const job = await ended(client, id);
  const { answers } = await client.keys.answers({ queries: found });
  return { found, job, answers };
}

test('an authorized_keys file is looked up with one request per key, and the results are available offline', async () => {
  const startedAt = Date.now();
  const rigged = await rig();
  const { client, platform } = rigged;
  const all = platform.world.keys.all();
  const text = [...all.map(({ key }) => `no-pty ${key}`), samples.dsa.line, all[0]?.key].join('\n');
  const { job, answers } = await lookUpText(rigged, text);
  expect(job).toMatchObject({
    state: 'done',
    rows: all.length + 1,
    estimatedRows: all.length + 1,
    notReturnedFound: 1,
  });
  expect(lookups(rigged)).toBe(all.length + 1);
  await platform.close();
  expect(answers.map((answer) => answer?.row.answer)).toEqual([...all.map(() => 'known'), 'unknown']);
  for (const [at, key] of all.entries()) {
    const projects = platform.world.keys.deployKeyProjects.filter((one) => one.deploy_key_id === key.id);
    expect(answers[at]?.row).toMatchObject({
      id: key.id,
      title: key.title,
      kind: key.kind === 'user' ? 'ssh' : 'deploy',
      usage_type: key.usage_type,
      user: { id: key.user_id },
      ...(key.kind === 'deploy' && {
        projectIds: projects.map((one) => String(one.project_id)),
        pushIds: projects.filter((one) => one.can_push).map((one) => String(one.project_id)),
      }),
    });
  }
  const { rows, total } = await client.keys.list({ query: { scope: '', filter: { answer: 'known' } }, slice });
  expect(total).toBe(all.length);
  expect(rows.every(({ fetchedAt }) => fetchedAt >= startedAt)).toBe(true);
  const pushing = await client.keys.list({ query: { scope: '', filter: { can_push: true } }, slice });
  expect(new Set(pushing.rows.map(({ row }) => row.id))).toEqual(
    new Set(platform.world.keys.deployKeyProjects.filter((one) => one.can_push).map((one) => one.deploy_key_id)),
  );
  const searched = await client.keys.list({ query: { scope: '', search: 'maintainer laptop' }, slice });
  expect(searched.rows.map(({ row }) => row.title)).toEqual(['maintainer laptop']);
  const selection = { kind: 'all' as const, query: { scope: '' }, except: [] };
  const copied = await client.keys.copy({ selection, format: 'id', columns: [] });
  expect([new Set(copied.text.split('\n').map(Number)), copied.leftOut]).toEqual([new Set(all.map(({ id }) => id)), 1]);
  expect(await client.keys.summary({ scope: '' })).toMatchObject({ counts: { answer: { unknown: 1 } } });
});

test('a copy contains fields of the owner, and only ids of the platform', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const [first] = platform.world.keys.all();
  await lookUpText(rigged, `${first?.key}\n${samples.dsa.line}`);
  const selection = { kind: 'all' as const, query: { scope: '' }, except: [] };
  const owner = platform.world.users.get(first?.user_id ?? 0);
  const columns = ['id', 'answer', 'user.username', 'user.name'];
  const { text } = await client.keys.copy({ selection, format: 'csv', columns });
  expect(text.split('\n').slice(0, 3).toSorted()).toEqual(
    [columns.join(','), `${first?.id},known,${owner?.username},${owner?.name}`, ',unknown,,'].toSorted(),
  );
  expect((await client.keys.copy({ selection, format: 'id', columns: [] })).text).toBe(String(first?.id));
  const { hits } = await client.search.find({ words: 'dsa', kinds: ['keys'] });
  expect(hits.map(({ title }) => title)).toEqual(['dsa sample']);
  expect((await client.keys.copy({ selection, format: 'curl', columns: [] })).text).toContain(
    '/keys?fingerprint=SHA256',
  );
});

test('id, MD5 and SHA256 find the same key, whose row replaces rows of its fingerprints', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const key = rigged.platform.world.keys.all()[0];
  const [found] = (await client.keys.read({ text: key?.key ?? '' })).found;
  for (const text of [`MD5:${found?.md5}`, `SHA256:${found?.sha256}`, String(key?.id)]) {
    const { answers, job } = await lookUpText(rigged, text);
    expect([job?.state, answers[0]?.row.id, answers[0]?.row.sha256], text).toEqual(['done', key?.id, found?.sha256]);
  }
  for (const notReturned of ['hide', 'show'] as const) {
    expect((await client.keys.list({ query: { scope: '', notReturned }, slice })).total).toBe(1);
  }
});

test('an unknown key is a result with an age, until the key is found', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { line } = samples['ed25519-256'];
  const before = await lookUpText(rigged, line);
  expect(before.answers[0]?.row).toMatchObject({ answer: 'unknown', type: 'ED25519', comment: 'ed25519-256 sample' });
  expect(before.answers[0]?.fetchedAt).toBeGreaterThan(0);
  const added = platform.world.keys.add({
    kind: 'user',
    title: 'new',
    key: line,
    created_at: Date.now(),
    expires_at: null,
    last_used_at: null,
    usage_type: 'auth',
    user_id: 3,
  });
  await client.keys.refresh({ scope: '', id: before.answers[0]?.row.id ?? 0 });
  const { rows, total } = await client.keys.list({ query: { scope: '', notReturned: 'show' }, slice });
  expect([total, rows[0]?.row.id, rows[0]?.row.answer]).toEqual([1, added.id, 'known']);
  platform.world.keys.remove(added.id);
  const again = await client.keys.lookUpAgain({ keys: rows.map(({ key }) => key) });
  expect(await ended(client, again.id)).toMatchObject({ state: 'done', notReturnedFound: 1 });
  const notReturned = await client.keys.list({ query: { scope: '', notReturned: 'only' }, slice });
  expect(notReturned.rows).toMatchObject([{ row: { id: added.id, title: 'new' } }]);
  expect(notReturned.rows[0]?.notReturnedSince).toBeGreaterThan(0);
  expect(notReturned.rows[0]?.row.batch ?? null).toBeNull();
});

test('an unknown id and a refusal give different results', async () => {
  const rigged = await rig();
  const { job, answers } = await lookUpText(rigged, '99999');
  expect([job?.state, job?.notReturnedFound, answers[0]?.row.answer]).toEqual(['done', 1, 'unknown']);
  const other = await rig({ as: 'developer' });
  const refused = await lookUpText(other, '1\n2\n3\n4\n5\n6\n7\n8');
  expect(refused.job).toMatchObject({ state: 'failed', failure: { code: 'denied', status: 403 } });
  expect(refused.answers.map((answer) => answer?.row.answer)).toEqual(Array.from({ length: 8 }, () => 'waiting'));
  expect(lookups(other)).toBeLessThan(8);
});

test('a lookup continues after a restart, and a canceled one leaves the remaining keys without a result', async () => {
  const rigged = await rig();
  const { platform } = rigged;
  platform.faults.add({ match: 'GET /keys*', kind: 'latency', ms: 40 });
  const asks = (await rigged.client.keys.read({ text: Array.from({ length: 60 }, (_, at) => at + 1).join('\n') }))
    .found;
  const { id } = await rigged.client.keys.lookUp({ queries: asks });
  await until(
    () => lookups(rigged),
    (sent) => sent > 8,
  );
  const client = await rigged.restart();
  expect(await ended(client, id)).toMatchObject({ state: 'done', rows: 60 });
  expect(lookups(rigged)).toBeLessThan(60 + 5);
  const second = await client.keys.lookUp({ queries: asks });
  await client.jobs.cancel({ id: second.id });
  expect(await ended(client, second.id)).toMatchObject({ state: 'cancelled' });
  const { answers } = await client.keys.answers({ queries: asks });
  expect(answers.every((answer) => answer?.row.answer !== 'waiting')).toBe(true);
});

test('a private key is neither read, stored nor sent', async () => {
  const { client, platform, folder, core } = await rig();
  const secret = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQSEEDEDSECRET';
  const text = `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n-----END OPENSSH PRIVATE KEY-----`;
  expect(await client.keys.read({ text })).toMatchObject({ holdsPrivateKey: true, found: [] });
  const scope = `group:${platform.world.groups.lookup(GROUP_PATHS.top)?.id}`;
  const check = await client.sshCertificates.check({ scope, title: 'x', key: text });
  expect(check).toMatchObject({ problem: 'private-key', line: null });
  expect(JSON.stringify(check)).not.toContain('SEEDED');
  expect(JSON.stringify(platform.requests.list())).not.toContain(secret);
  await core.close();
  expect(readFileSync(`${folder}/data/state.db`).includes(secret)).toBe(false);
});

test('certificates of a group are synced, and a new one is compared with them', async () => {
  const { client, platform } = await rig({ as: 'owner' });
  const group = platform.world.groups.lookup(GROUP_PATHS.top);
  const scope = `group:${group?.id}`;
  expect(await syncList(client, 'sshCertificates', scope)).toMatchObject({ state: 'done', rows: 2 });
  const [first] = platform.world.sshCertificates.filter((row) => row.group_id === group?.id);
  const check = await client.sshCertificates.check({ scope, title: ` ${first?.title} `, key: first?.key ?? '' });
  expect(check).toMatchObject({ isTitleTaken: true, problem: null, same: { id: first?.id, title: first?.title } });
  const fresh = await client.sshCertificates.check({ scope, title: '', key: samples['rsa-2048'].line });
  expect(fresh).toMatchObject({ isTitleBlank: true, isTitleTaken: false, problem: null, same: null, bits: 2048 });
});
