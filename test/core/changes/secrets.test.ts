import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rig, until } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan, rowsOf, slice } from '../changes-rig.ts';

const mirrorUrl = 'https://robot:hunter2-very-secret@mirror.example/core.git';

test('a created token is revealed once, and is not in the plan, the journal or events', async () => {
  const { client, platform } = await rig();
  const news: string[] = [];
  client.changes.changed((event) => void news.push(JSON.stringify(event)));
  const group = platform.world.groups.lookup('acme')?.id ?? 0;
  await client.changes.run({
    op: 'group-service-accounts.create',
    path: { id: group },
    body: { name: 'Bot', username: 'bot-1' },
  });
  const account = platform.world.users.byUsername('bot-1')?.id ?? 0;
  const plan = await client.changes.plan({
    calls: [
      {
        op: 'group-service-accounts.createToken',
        path: { id: group, user_id: account },
        body: { name: 'deploy', scopes: ['api'], expires_at: '2027-06-01' },
      },
    ],
  });
  expect(plan.confirmation).toEqual({ kind: 'plan' });
  await applyAndWait(client, plan);
  const [row] = await rowsOf(client, plan.id);
  const minted =
    platform.world.tokens.find(({ name, user_id }) => name === 'deploy' && user_id === account)?.value ?? '';
  expect(minted).not.toBe('');
  expect(row?.reveal).not.toBeNull();
  const { secrets } = await client.secrets.waiting();
  expect(secrets).toMatchObject([{ ...row?.reveal, op: 'group-service-accounts.createToken', field: 'token' }]);
  expect(await client.secrets.reveal({ secretRef: row?.reveal?.secretRef ?? '' })).toEqual({ value: minted });
  await expect(client.secrets.reveal({ secretRef: row?.reveal?.secretRef ?? '' })).rejects.toMatchObject({
    code: 'missing',
  });
  expect((await rowsOf(client, plan.id))[0]?.reveal).toBeNull();
  const shown = [
    plan,
    row,
    secrets,
    news,
    await client.journal.list({ query: {}, slice }),
    await client.changes.list(),
  ];
  expect(JSON.stringify(shown)).not.toContain(minted);
});

test('the link to an uploaded file can be read again, and is not in the plan, the journal or events', async () => {
  const { client, platform } = await rig();
  const news: string[] = [];
  client.changes.changed((event) => void news.push(JSON.stringify(event)));
  const project = platform.world.projects.lookup('acme/core')?.id ?? 0;
  const file = { fileName: 'plan.txt', base64: Buffer.from('The plan').toString('base64') };
  const plan = await client.changes.plan({ calls: [{ op: 'uploads.create', path: { id: project }, body: { file } }] });
  await applyAndWait(client, plan);
  const [row] = await rowsOf(client, plan.id);
  const secret = platform.world.uploads.find(({ filename }) => filename === 'plan.txt')?.secret ?? '';
  expect(secret).not.toBe('');
  const reveal = () => client.secrets.reveal({ secretRef: row?.reveal?.secretRef ?? '' });
  const link = { value: `[plan.txt](/uploads/${secret}/plan.txt)` };
  expect(await reveal()).toEqual(link);
  expect(await reveal()).toEqual(link);
  const { secrets } = await client.secrets.waiting();
  expect(secrets).toEqual([]);
  const rows = await rowsOf(client, plan.id);
  expect(rows[0]?.reveal).toEqual({ ...row?.reveal, isLink: true });
  const shown = [rows, news, await client.journal.list({ query: {}, slice }), await client.changes.list()];
  expect(JSON.stringify(shown)).not.toContain(secret);
});

test('an entered secret is sent, and is not in the rows, the journal or the plan file', async () => {
  const { client, platform } = await rig();
  const project = platform.world.projects.lookup('acme/core')?.id ?? 0;
  const plan = await client.changes.plan({
    calls: [{ op: 'remote-mirrors.create', path: { id: project }, body: { url: mirrorUrl, enabled: true } }],
  });
  const { path } = await client.changes.save({ planId: plan.id });
  const file = await readFile(path, 'utf8');
  expect(file).not.toContain('hunter2');
  expect((await rowsOf(client, plan.id))[0]?.changes).toContainEqual({ field: 'url', isSecret: true });
  await applyAndWait(client, plan);
  expect(JSON.stringify(platform.requests.list('POST /projects/:id/remote_mirrors')[0]?.body)).toContain('hunter2');
  const shown = [await rowsOf(client, plan.id), await client.journal.list({ query: {}, slice })];
  expect(JSON.stringify(shown)).not.toContain('hunter2');

  const loaded = await client.changes.load({ text: file });
  await expect(client.changes.apply({ planId: loaded.id })).rejects.toMatchObject({ reason: 'needs-secret' });
  expect(await client.changes.get({ planId: loaded.id })).toMatchObject({ counts: { 'needs-secret': 1 } });
  await client.changes.giveSecret({ planId: loaded.id, field: 'url', value: mirrorUrl.replace('core', 'other') });
  expect(await applyAndWait(client, loaded)).toMatchObject({ counts: { applied: 1 } });
});

test('with `keepSecrets`, a secret stays in the keychain after a restart, and is deleted when the plan has ended', async () => {
  const rigged = await rig();
  const { client, platform, ports } = rigged;
  const project = platform.world.projects.lookup('acme/core')?.id ?? 0;
  const call = { op: 'remote-mirrors.create', path: { id: project }, body: { url: mirrorUrl } };
  const kept = await client.changes.plan({ calls: [call], keepSecrets: true });
  const lost = await client.changes.plan({ calls: [call] });
  const inKeychain = () => [...ports.secrets.entries.values()].filter((value) => value.includes('hunter2'));
  expect(inKeychain()).toHaveLength(1);
  const again = await rigged.restart();
  await expect(again.changes.apply({ planId: lost.id })).rejects.toMatchObject({ reason: 'needs-secret' });
  await again.changes.apply({ planId: kept.id });
  expect(await waitForPlan(again, kept.id)).toMatchObject({ counts: { applied: 1 } });
  await until(inKeychain, (found) => found.length === 0);
});

test('an invalid plan file is refused with the invalid field, and a plan file of another instance is refused', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'from a file' } };
  const { path } = await client.changes.save({ planId: (await client.changes.plan({ calls: [call] })).id });
  const file = JSON.parse(await readFile(path, 'utf8')) as { rows: object[] };
  const load = (change: object) => client.changes.load({ text: JSON.stringify({ ...file, ...change }) });
  await expect(client.changes.load({ text: 'nothing' })).rejects.toMatchObject({ code: 'invalid', field: 'text' });
  await expect(load({ rows: [...file.rows, { op: 'runners.explode' }] })).rejects.toMatchObject({ field: 'rows.1.op' });
  await expect(load({ version: 2 })).rejects.toMatchObject({ field: 'version' });
  const [row] = file.rows;
  await expect(load({ rows: [{ ...row, path: { id: runner?.id, user_id: 7 } }] })).rejects.toMatchObject({
    ...{ code: 'invalid', field: 'rows.0.path.user_id' },
    reportedMessage: 'Row 1 of the plan file can’t be read: “Edit runner” has no path value “user_id”.',
  });
  const open = { needsSecret: true };
  for (const body of [{ maintenance_note: open }, { tag_list: ['linux', open] }]) {
    const [field] = Object.keys(body);
    await expect(load({ rows: [{ ...row, body }] })).rejects.toMatchObject({
      ...{ code: 'invalid', field: `rows.0.body.${field}` },
      reportedMessage: expect.stringMatching(/as a secret, but that field isn’t a secret/) as string,
    });
  }
  await expect(load({ rows: [{ ...row, path: { id: open } }] })).rejects.toMatchObject({ field: 'rows.0.path.id' });
  const other = { name: 'Elsewhere', url: 'https://elsewhere.example' };
  await expect(load({ instance: other })).rejects.toMatchObject({ code: 'conflict', field: 'instance' });
  await applyAndWait(client, await load({}));
  expect(runner?.maintenance_note).toBe('from a file');
});
