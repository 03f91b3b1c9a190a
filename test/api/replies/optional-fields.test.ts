import { expect, test } from 'vitest';
import { artifacts } from '#main/api/endpoints/artifacts.ts';
import { deployments } from '#main/api/endpoints/deployments.ts';
import { files } from '#main/api/endpoints/files.ts';
import { groupReleases } from '#main/api/endpoints/group-releases.ts';
import { issues } from '#main/api/endpoints/issues.ts';
import { jobTokenScope } from '#main/api/endpoints/job-token-scope.ts';
import { notes } from '#main/api/endpoints/notes.ts';
import { pushRules } from '#main/api/endpoints/push-rules.ts';
import { runners } from '#main/api/endpoints/runners.ts';
import { users } from '#main/api/endpoints/users.ts';
import type { Endpoint } from '#main/api/types.ts';
import { uploads } from '#main/api/endpoints/uploads.ts';
import { webhooks } from '#main/api/endpoints/webhooks.ts';
import { json, testServer, senderTo } from '../rig.ts';

const path = { id: 1 };
const base64 = { content: 'YQ==', encoding: 'base64' };
const issue = { id: 1, iid: 1, project_id: 1, title: 'x', state: 'opened' };
const nameless = { author: { name: 'Ghost' }, milestone: { title: 'M' }, labels: [{ color: '#fff' }] };

/** Replies of older platforms, or with fields hidden from the token. */
const replies: [string, Endpoint, object, unknown][] = [
  ['a release without its tag', groupReleases.list, { path }, [{ name: 'v1', author: { username: 'a' } }]],
  ['a deployment without a status', deployments.list, { path }, [{ id: 1, deployable: { name: 'x', pipeline: {} } }]],
  [
    'a deployment without the id of its environment',
    deployments.get,
    { path: { ...path, deployment_id: 1 } },
    { id: 1 },
  ],
  ['an upload without a name', uploads.list, { path }, [{ id: 1, uploaded_by: { name: 'Anna' } }]],
  ['a webhook without an address', webhooks.list, { path }, [{ id: 1 }]],
  ['an old token scope', jobTokenScope.get, { path }, { outbound_enabled: true }],
  ['a rule without an id', pushRules.get, { path }, { member_check: true }],
  ['a project of an allowlist', jobTokenScope.listProjects, { path }, [{ id: 1, namespace: { name: 'x' } }]],
  ['an issue of a deleted account', issues.list, {}, [{ ...issue, ...nameless }]],
  [
    'a note without an author',
    notes.listOfIssue,
    { path: { ...path, issue_iid: 1 } },
    [{ id: 1, body: 'x', author: {} }],
  ],
  ['a file without facts', files.get, { path: { ...path, file_path: 'a' }, query: { ref: 'main' } }, base64],
  [
    'blame without a SHA',
    files.blame,
    { path: { ...path, file_path: 'a' }, query: { ref: 'main' } },
    [{ commit: {}, lines: [] }],
  ],
  ['an entry without a type', artifacts.tree, { path: { ...path, job_id: 1 } }, [{ path: 'a/' }]],
];

test.each(replies)('%s can be read', async (_, endpoint, input, reply) => {
  const { url } = await testServer((__, ___, response) => json(response, reply));
  const answer = await senderTo(url).send.answer(endpoint, input);
  expect(answer).toMatchObject({ value: reply, unreadable: 0 });
});

test('a value of an unexpected type does not make a reply or a row of it unreadable', async () => {
  const answering = async (text: string) => {
    const { url } = await testServer((_, __, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
    return senderTo(url).send;
  };
  const user = { id: 1, username: 'a', name: 'A', state: 'active' };
  const send = await answering(`[${JSON.stringify({ ...user, projects_limit: '100' })},{"id":2}]`);
  expect(await send.answer(users.list)).toMatchObject({
    value: [{ ...user, unexpected_values: { projects_limit: '100' } }],
    unreadable: 1,
  });
  const one = await answering('{"id":1,"maximum_timeout":9007199254740993}');
  expect(await one(runners.get, { path })).toEqual({
    id: 1,
    unexpected_values: { maximum_timeout: '9007199254740993' },
  });
  const project = await answering('[{"id":1,"namespace":{"parent_id":"7"}}]');
  expect(await project(jobTokenScope.listProjects, { path })).toEqual([
    { id: 1, namespace: {}, unexpected_values: { 'namespace.parent_id': '7' } },
  ]);
});

test('an upload succeeds although the reply has no id', async () => {
  const { url } = await testServer((_, __, response) => json(response, { url: '/uploads/x/a.txt' }, 201));
  const file = {
    fileName: 'a.txt',
    sizeBytes: 1,
    async *open() {
      yield Buffer.from('a');
    },
  };
  const answer = await senderTo(url).send.answer(uploads.create, { path, body: { file } });
  expect(answer).toMatchObject({ status: 201, value: { url: '/uploads/x/a.txt' }, replyFailure: null });
});
