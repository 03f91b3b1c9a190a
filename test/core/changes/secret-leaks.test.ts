import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Call } from '#shared/contract/changes.ts';
import { json, testServer } from '../../api/rig.ts';
import { until } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { applyAndWait, waitForPlan, rowsOf, slice } from '../changes-rig.ts';
import { plantedSecret, secretsRig } from './secrets-rig.ts';

const mirrorUrl = `https://robot:${plantedSecret('mirror-password')}@mirror.example/core.git`;
const filename = 'plan.txt';

/** All operations that take a secret, each with planted secrets in all of its secret fields. */
function secretWrites({ group, project, account }: { group: number; project: number; account: number }): Call[] {
  const target = { target_namespace: 'acme' };
  return [
    { op: 'runners.create', body: { runner_type: 'instance_type', token: plantedSecret('runner-given') } },
    {
      op: 'group-service-accounts.createToken',
      path: { id: group, user_id: account },
      body: { name: 'deploy', scopes: ['api'] },
    },
    {
      op: 'webhooks.create',
      path: { id: project },
      body: {
        url: `https://hook:${plantedSecret('hook-password')}@hooks.example/in`,
        token: plantedSecret('hook-token'),
        custom_headers: [
          { key: 'X-Auth', value: plantedSecret('hook-header') },
          { key: 'X-Where', value: `https://elsewhere.example/${plantedSecret('hook-header-address')}` },
        ],
        url_variables: [{ key: 'room', value: plantedSecret('hook-variable') }],
        push_events: true,
      },
    },
    { op: 'remote-mirrors.create', path: { id: project }, body: { url: mirrorUrl } },
    {
      op: 'imports.fromCodehostA',
      body: { personal_access_token: plantedSecret('import-a'), repo_id: 7, ...target, new_name: 'from-a' },
    },
    { op: 'imports.gists', body: { personal_access_token: plantedSecret('import-gists') } },
    {
      op: 'imports.fromCodehostBServer',
      body: {
        ...{ codehost_b_server_project: 'OPS', codehost_b_server_repo: 'tools', codehost_b_server_username: 'ada' },
        ...{ codehost_b_server_url: 'https://code.example/b', personal_access_token: plantedSecret('import-b-server') },
        ...{ ...target, new_name: 'from-b-server' },
      },
    },
    {
      op: 'imports.fromCodehostB',
      body: {
        ...{ repo_path: 'acme/tools', codehost_b_email: 'ada@code.example' },
        ...{ codehost_b_api_token: plantedSecret('import-b-token'), ...target, new_name: 'from-b' },
      },
    },
    {
      op: 'imports.fromCodehostB',
      body: {
        ...{ repo_path: 'acme/tools', codehost_b_username: 'ada' },
        ...{ codehost_b_app_password: plantedSecret('import-b-password'), ...target, new_name: 'from-b-old' },
      },
    },
    {
      op: 'uploads.removeBySecret',
      path: { id: project, secret: plantedSecret('upload').padEnd(32, '0'), filename },
    },
    {
      op: 'uploads.create',
      path: { id: project },
      body: { file: { fileName: filename, base64: Buffer.from('The plan').toString('base64') } },
    },
  ];
}

/** Call every query about plans and writes, so that all their data crosses the wire. */
async function lookAtAll(client: ReeveClient, planId: string): Promise<void> {
  await rowsOf(client, planId);
  await client.changes.list();
  const { rows } = await client.journal.list({ query: { planId }, slice });
  for (const { id } of rows) await client.journal.get({ id });
  await client.secrets.waiting();
}

async function platformFor(): Promise<Platform> {
  const platform = await createPlatform({ users: 60 });
  onTestFinished(() => platform.close());
  return platform;
}

/** A group, one of its projects, and a service account to create tokens for. */
async function things(client: ReeveClient, { world }: Platform) {
  const group = world.groups.lookup('acme')?.id ?? 0;
  const project = world.projects.lookup('acme/core')?.id ?? 0;
  const body = { name: 'Bot', username: 'bot-1' };
  await client.changes.run({ op: 'group-service-accounts.create', path: { id: group }, body });
  return { group, project, account: world.users.byUsername('bot-1')?.id ?? 0 };
}

test('the operations of this test include every write with a secret field', () => {
  const ops = new Set(secretWrites({ group: 1, project: 1, account: 1 }).map(({ op }) => op));
  const withSecrets = [...endpoints.values()].filter(
    ({ method, secrets }) => method !== 'GET' && method !== 'HEAD' && secrets.length > 0,
  );
  expect(withSecrets.map(({ name }) => name).filter((name) => !ops.has(name))).toEqual([]);
});

test('the search finds a secret in a message, a file, a table and a log line', async () => {
  const platform = await platformFor();
  const { client, logLines, ports, search } = await secretsRig(platform.url, platform.tokens.admin);
  const [runner] = platform.world.runners.all();
  const note = plantedSecret('note-in-the-open');
  await client.changes.run({ op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: note } });
  const { path } = await client.journal.export({ query: {}, format: 'csv' });
  logLines.push(Buffer.from(`user:${plantedSecret('log')}`).toString('base64'));
  ports.notified.push({ title: 'x', body: platform.tokens.admin });
  const found = (await search([platform.tokens.admin])).join('\n');
  expect(found).toMatch(/note-in-the-open-7f3a9c in window/);
  expect(found).toContain(`in file: ${path}`);
  expect(found).toMatch(/note-in-the-open-7f3a9c in state.db, journal:/);
  expect(found).toMatch(/note-in-the-open-7f3a9c in state.db, plan_rows:/);
  expect(found).toMatch(/in log:/);
  expect(found).toMatch(/in desktop/);
});

test('no entered or created secret is stored, logged or sent to a window, except in the reply of one reveal', async () => {
  const platform = await platformFor();
  const it = await secretsRig(platform.url, platform.tokens.admin);
  const { client } = it;
  const at = await things(client, platform);
  const settings = {
    ...{ name: 'Other', colour: 'teal' as const, url: platform.url },
    token: plantedSecret('refused-token'),
  };
  await client.profiles.test(settings).catch(() => undefined);
  const address = platform.url.replace('//', `//me:${plantedSecret('address')}@`);
  await expect(client.profiles.test({ ...settings, url: address })).rejects.toMatchObject({ code: 'invalid' });
  await client.catalogue.add({
    text: `${address}/acme/core\n${platform.url}/acme/apps?private_token=${plantedSecret('pasted')}\nhttps://x:${plantedSecret('other')}@a.example/b`,
    kind: 'auto',
    isPinned: true,
  });
  await client.catalogue.export({});
  await client.imports.read({
    op: 'imports.fromCodehostA',
    text: `repo_id,target_namespace,personal_access_token\n1,acme,${plantedSecret('csv')}\n`,
    defaults: { personal_access_token: plantedSecret('csv-default') },
  });

  const revealed: string[] = [];
  for (const call of secretWrites(at)) {
    const plan = await client.changes.plan({ calls: [call] });
    const { path } = await client.changes.save({ planId: plan.id });
    const { name, path: inPath = {}, ...trial } = { name: call.op, ...call };
    const typed = Object.fromEntries(Object.entries(inPath).map(([key, value]) => [key, String(value)]));
    await client.explorer.curl({ name, path: typed, ...(trial.body && { body: trial.body }) });
    await applyAndWait(client, plan, false);
    await lookAtAll(client, plan.id);
    const loaded = await client.changes.load({ text: await readFile(path, 'utf8') });
    await client.changes.apply({ planId: loaded.id }).catch(() => undefined);
    await lookAtAll(client, loaded.id);
    for (const { reveal } of await rowsOf(client, plan.id)) {
      if (reveal !== null) revealed.push((await client.secrets.reveal(reveal)).value);
    }
  }
  const sent = JSON.stringify(platform.requests.list().map(({ path, body }) => [path, body]));
  for (const place of ['hook-token', 'hook-header', 'hook-variable', 'mirror-password', 'import-a', 'import-b-token']) {
    expect(sent).toContain(plantedSecret(place));
  }
  const token = platform.world.tokens.find(({ name, user_id }) => name === 'deploy' && user_id === at.account);
  const upload = platform.world.uploads.find(
    ({ project_id, filename: name }) => project_id === at.project && name === filename,
  );
  expect(revealed).toContain(token?.value);
  expect(revealed.some((value) => value.includes(upload?.secret ?? '-'))).toBe(true);
  expect(revealed).toHaveLength(3);

  for (const format of ['csv', 'json'] as const) await client.journal.export({ query: {}, format });
  const minted = revealed.slice(0, 2);
  expect(await it.search([...minted, upload?.secret ?? '', platform.tokens.admin])).toEqual([]);
});

test('secrets that the platform repeats in a reply of any kind are removed', async () => {
  const answers = {
    refusal: (text: string) => ({ status: 422, body: { message: { base: [text], url: [text] }, error: text } }),
    success: (text: string) => ({ status: 201, body: { id: 5, name: text, note: { deep: [text] }, link: mirrorUrl } }),
    quiet: (text: string) => ({ status: 201, body: { status: 'error', message: text } }),
    broken: (text: string) => ({ status: 500, body: { message: text } }),
    late: (text: string) => ({ status: 429, body: { message: text } }),
  };
  let kind: keyof typeof answers = 'refusal';
  const echo = await testServer(({ method, url, body, headers }, _, response) => {
    const text = `${method} ${decodeURIComponent(url)} ${unquoted(body)} ${String(headers['private-token'])}`;
    if (method === 'GET') return json(response, { message: `404 ${text} Not Found` }, 404);
    response.setHeader('x-request-id', unquoted(body).split(' ', 3).join(' ') + ' ' + String(headers['private-token']));
    if (kind === 'late') response.setHeader('retry-after', '3600').setHeader('ratelimit-limit', '600');
    const answer = answers[kind](text);
    json(response, answer.body, answer.status);
  });
  const own = plantedSecret('profile-token');
  const it = await secretsRig(echo.url, own);
  const { client } = it;
  for (const next of ['refusal', 'success', 'quiet', 'broken', 'late'] as const) {
    kind = next;
    for (const call of secretWrites({ group: 1, project: 2, account: 3 })) {
      const plan = await client.changes.plan({ calls: [call] });
      const { confirmation } = plan;
      const confirm = confirmation.kind === 'name' ? { confirm: confirmation.name } : {};
      await client.changes.apply({ planId: plan.id, stopOnError: false, ...confirm });
      await waitForPlan(client, plan.id, ['done', 'paused', 'waiting']);
      await lookAtAll(client, plan.id);
      if (kind === 'late') await client.changes.cancel({ planId: plan.id });
    }
  }
  expect(echo.seen.map(({ body }) => body).join('')).toContain(plantedSecret('import-b-password'));
  for (const format of ['csv', 'json'] as const) await client.journal.export({ query: {}, format });
  expect(await it.search()).toEqual([]);
});

test('stored secrets are only in the keychain until the plan ends; other rows wait for their secret after a restart', async () => {
  const platform = await platformFor();
  const it = await secretsRig(platform.url, platform.tokens.admin);
  const at = await things(it.client, platform);
  const calls = secretWrites(at).filter(({ op }) => op.startsWith('imports.') || op === 'webhooks.create');
  const kept = await it.client.changes.plan({ calls, keepSecrets: true });
  const lost = await it.client.changes.plan({ calls });
  const thrown = await it.client.changes.plan({ calls, keepSecrets: true });
  const inKeychain = () => [...it.ports.secrets.entries.values()].filter((value) => value.includes('seeded-'));
  expect(inKeychain().length).toBeGreaterThanOrEqual(2 * calls.length);
  await it.client.changes.discard({ planId: thrown.id });
  const fewer = await it.client.changes.plan({ calls, keepSecrets: true });
  const ofOne = inKeychain().length / 2;
  await it.client.changes.drop({ planId: fewer.id, positions: calls.map((_, at) => at) });
  expect(inKeychain()).toHaveLength(ofOne);
  await it.client.changes.discard({ planId: fewer.id });

  const again = await it.restart();
  await expect(again.changes.apply({ planId: lost.id })).rejects.toMatchObject({ reason: 'needs-secret' });
  expect((await again.changes.get({ planId: lost.id })).counts).toEqual({ 'needs-secret': calls.length });
  for (const field of ['personal_access_token', 'token', 'url', 'url_variables.0.value']) {
    await again.changes.giveSecret({
      planId: lost.id,
      field,
      value: field === 'url' ? mirrorUrl : plantedSecret('given'),
    });
  }
  await again.changes.apply({ planId: kept.id, stopOnError: false });
  await waitForPlan(again, kept.id);
  await lookAtAll(again, kept.id);
  await until(inKeychain, (found) => found.length === 0);
  await again.changes.save({ planId: lost.id });
  await lookAtAll(again, lost.id);
  expect(await readFile(join(it.ports.paths.data, 'keys.json'), 'utf8')).not.toContain('seeded-');
  expect(await it.search([platform.tokens.admin])).toEqual([]);
});

test('removing a profile deletes the stored secrets of its plans', async () => {
  const platform = await platformFor();
  const it = await secretsRig(platform.url, platform.tokens.admin);
  const calls = secretWrites({ group: 1, project: 1, account: 1 }).filter(({ op }) => op === 'imports.gists');
  const { profileId } = await it.client.changes.plan({ calls, keepSecrets: true });
  const inKeychain = () => [...it.ports.secrets.entries.keys()].filter((name) => !name.startsWith('database-key:'));
  expect(inKeychain()).toHaveLength(2);
  await it.client.profiles.remove({ id: profileId });
  expect(inKeychain()).toEqual([]);
});

/** The secrets of a body as a platform may repeat them: each as a whole, and of an address only the password. */
function unquoted(body: string): string {
  return (body.match(/(https:\/\/elsewhere[^"]*\/)?seeded-[a-z0-9-]+/g) ?? []).join(' ');
}
