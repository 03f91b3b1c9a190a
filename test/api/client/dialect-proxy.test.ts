import { expect, test } from 'vitest';
import { artifacts } from '#main/api/endpoints/artifacts.ts';
import { branches } from '#main/api/endpoints/branches.ts';
import { commits } from '#main/api/endpoints/commits.ts';
import { enterpriseUsers } from '#main/api/endpoints/enterprise-users.ts';
import { files } from '#main/api/endpoints/files.ts';
import { imports } from '#main/api/endpoints/imports.ts';
import { keys } from '#main/api/endpoints/keys.ts';
import { users } from '#main/api/endpoints/users.ts';
import { webhooks } from '#main/api/endpoints/webhooks.ts';
import type { CommitAction } from '#shared/contract/commits.ts';
import { renamingProxy } from '../renaming-proxy.ts';
import { failureOf, senderTo } from '../rig.ts';
import { groups, projects, simulator } from '../endpoints/simulator.ts';

test('with the gitlab dialect, the client works with an installation that uses other names', async () => {
  const { platform, reached } = await simulator();
  const proxy = await renamingProxy(platform.url);
  const as = (who: 'admin' | 'owner') =>
    senderTo(proxy.url, { dialect: 'gitlab', token: () => platform.tokens[who] }).send;
  const admin = as('admin');
  const id = projects.private;

  // Users: in the list, as a single row, and nested in another row
  const profile = { network_a: 'in-me', network_b: 'tw-me', network_c: 'dc-me', codehost_a: 'gh-me' };
  const known = platform.world.keys.find(({ user_id }) => user_id !== null);
  Object.assign(platform.world.users.get(known?.user_id ?? 0) ?? {}, profile);
  const one = await admin(users.get, { path: { id: known?.user_id ?? 0 } });
  expect(one).toMatchObject(profile);
  expect(one).not.toHaveProperty('linkedin');
  expect(await admin(keys.get, { path: { id: known?.id ?? 0 } })).toMatchObject({ user: profile });
  const page = await admin.page(users.list, { query: { pagination: 'keyset', order_by: 'id', per_page: 20 } });
  expect(Buffer.from(page.body).toString()).toContain('"linkedin"');
  const next = await admin.page(users.list, { next: page.next ?? '' });
  expect(JSON.parse(Buffer.from(next.body).toString())).toHaveLength(20);
  const [employee] = await as('owner')(enterpriseUsers.list, { path: { id: groups.top } });
  expect(employee).toHaveProperty('network_a');
  expect(await failureOf(admin(users.get, { path: { id: 9_000_000 } }))).toMatchObject({
    code: 'missing',
    status: 404,
  });

  // Files: their metadata are headers
  const readme = { path: { id, file_path: 'README.md' }, query: { ref: 'HEAD' } };
  const { content, ...facts } = await admin(files.get, readme);
  expect(await admin(files.metadata, readme)).toEqual(facts);
  expect(await admin(files.blameMetadata, readme)).toEqual(facts);
  const chunks: Uint8Array[] = [];
  const into = () => new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  await admin.bytes(files.raw, readme, { into: into() });
  expect(Buffer.concat(chunks)).toEqual(Buffer.from(content, 'base64'));
  const raw = await admin.raw(files.metadata, readme);
  expect(raw.headers['x-service-blob-id']).toBe(facts.blob_id);

  // Commits: as JSON and as a form, and their result
  const actions: CommitAction[] = [{ action: 'create', file_path: 'json.md', content: 'codehost_a: network_a' }];
  const body = { branch: 'other', start_branch: 'main', commit_message: 'x', actions };
  await admin(commits.create, { path: { id }, body });
  const again: CommitAction[] = [{ action: 'create', file_path: 'form.md', content: 'y' }];
  const last = await admin(commits.create, {
    path: { id },
    body: { branch: 'other', commit_message: 'y', actions: again },
    as: 'form',
  });
  expect((await admin(branches.get, { path: { id, branch: 'other' } })).commit?.id).toBe(last.id);
  const written = await admin(files.get, { path: { id, file_path: 'json.md' }, query: { ref: 'other' } });
  expect(Buffer.from(written.content, 'base64').toString()).toBe('codehost_a: network_a');

  // Downloads through the CDN, and webhooks
  const archive = { path: { id, ref_name: 'main' }, query: { job: 'package' } };
  expect((await admin.bytes(artifacts.archiveOfReference, archive, { into: into() })).name).toBe('artifacts.zip');
  expect(await admin(webhooks.list, { path: { id } })).toHaveLength(2);

  // Imports: most of the renamed paths and parameters
  const personal_access_token = 'token-of-elsewhere';
  const owner = as('owner');
  const target_namespace = groups.top;
  const fromA = {
    personal_access_token,
    repo_id: 1,
    target_namespace,
    codehost_a_hostname: 'a.example',
    new_name: 'A',
  };
  const started = await owner(imports.fromCodehostA, { body: fromA });
  expect(started).toMatchObject({ import_status: 'scheduled' });
  await owner(imports.cancel, { body: { project_id: started.id } });
  await owner(imports.gists, { body: { personal_access_token } });
  const server = {
    codehost_b_server_project: 'P',
    codehost_b_server_repo: 'r',
    codehost_b_server_url: 'https://b.example',
    codehost_b_server_username: 'me',
    personal_access_token,
    target_namespace,
    new_name: 'B server',
  };
  await owner(imports.fromCodehostBServer, { body: server });
  const fromB = { repo_path: 'me/r', target_namespace, new_name: 'B' };
  const byToken = { ...fromB, codehost_b_email: 'me@b.example', codehost_b_api_token: personal_access_token };
  await owner(imports.fromCodehostB, { body: byToken });
  const byPassword = { ...fromB, new_name: 'C', codehost_b_username: 'me', codehost_b_app_password: 'pass-of-me' };
  await owner(imports.fromCodehostB, { body: byPassword });
  const bodies = ['/import/codehost_a', '/import/codehost_b_server', '/import/codehost_b'].map((path) =>
    reached(`POST ${path}`).map((request) => request.body),
  );
  expect(bodies).toEqual([[fromA], [server], [byToken, byPassword]]);
  expect(proxy.paths.filter((path) => path.includes('/import/'))).toEqual([
    '/api/v4/import/github',
    '/api/v4/import/github/cancel',
    '/api/v4/import/github/gists',
    '/api/v4/import/bitbucket_server',
    '/api/v4/import/bitbucket',
    '/api/v4/import/bitbucket',
  ]);

  expect(proxy.misspelled).toEqual([]);
});
