import { expect, test } from 'vitest';
import { dependencyExports as exports } from '#main/api/endpoints/dependency-exports.ts';
import { deployments } from '#main/api/endpoints/deployments.ts';
import type { Send } from '#main/api/types.ts';
import { failureOf } from '../rig.ts';
import { groups, projects, simulator, type Simulator } from './simulator.ts';

const id = projects.private;

const stepMs = 1_000;
const mostSteps = 60;

/** Ask for the state until the export is ready, and download it. Each pause advances the clock of the platform. */
async function fetched({ platform }: Simulator, send: Send, exportId: number) {
  const input = { path: { id: exportId } };
  const statuses: number[] = [];
  for (let steps = 0; steps < mostSteps && statuses.at(-1) !== 200; steps += 1) {
    const { status, value } = await send.answer(exports.get, input);
    statuses.push(status);
    expect(value.has_finished).toBe(status === 200);
    if (status !== 200) platform.clock.advance(stepMs);
  }
  const chunks: Uint8Array[] = [];
  const into = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  const saved = await send.bytes(exports.download, input, { into });
  return { saved, statuses, text: Buffer.concat(chunks).toString() };
}

async function pipelineOf(send: Send): Promise<number> {
  const rows = await send(deployments.list, { path: { id }, query: { per_page: 100 } });
  const found = rows.map(({ deployable }) => deployable?.pipeline?.id).find((one) => one !== undefined && one !== null);
  return found ?? 0;
}

test.each([
  ['fails', 'failed'],
  ['stalls', 'running'],
] as const)('an export that %s is never ready, and cannot be downloaded', async (background, status) => {
  const rig = await simulator({ background });
  const send = rig.as('maintainer');
  const made = await send(exports.createForProject, { path: { id }, body: { export_type: 'csv' } });
  expect(await failureOf(fetched(rig, send, made.id))).toMatchObject({ code: 'missing', reason: 'not-finished' });
  expect(await send(exports.get, { path: { id: made.id } })).toMatchObject({ status, has_finished: false });
});

test('an export is created, polled and downloaded', async () => {
  const rig = await simulator();
  const send = rig.as('maintainer');
  const body = { export_type: 'dependency_list', send_email: true } as const;
  const made = await send(exports.createForProject, { path: { id }, body });
  expect(made).toMatchObject({ has_finished: false, export_type: 'dependency_list', send_email: true });
  expect(rig.reached('POST /projects/:id/dependency_list_exports')[0]).toMatchObject({
    path: '/api/v4/projects/acme%2Fcore/dependency_list_exports',
    body,
  });
  const waiting = await send.answer(exports.get, { path: { id: made.id } });
  expect(waiting).toMatchObject({ status: 202, value: { id: made.id, has_finished: false } });
  expect(await failureOf(send(exports.download, { path: { id: made.id } }))).toMatchObject({
    code: 'missing',
    reason: 'not-finished',
    status: 404,
  });

  const { saved, statuses, text } = await fetched(rig, send, made.id);
  expect(new Set(statuses)).toEqual(new Set([202, 200]));
  expect(saved.sizeBytes).toBe(Buffer.byteLength(text));
  expect(JSON.parse(text)).toMatchObject({});
  const ready = await send.answer(exports.get, { path: { id: made.id } });
  expect(ready).toMatchObject({ status: 200, value: { has_finished: true, expires_at: expect.any(String) as string } });
  const inMemory = await send(exports.download, { path: { id: made.id } });
  expect(Buffer.from(inMemory).toString()).toBe(text);
});

test.each([
  ['cyclonedx_1_6_json', /"bomFormat":\s*"CycloneDX"/],
  ['csv', /left-pad/],
] as const)('a project is exported as %s', async (export_type, holds) => {
  const rig = await simulator();
  const send = rig.as('owner');
  const made = await send(exports.createForProject, { path: { id }, body: { export_type } });
  expect((await fetched(rig, send, made.id)).text).toMatch(holds);
});

test.each(['json_array', 'csv'] as const)('a group is exported as %s', async (export_type) => {
  const rig = await simulator();
  const send = rig.as('owner');
  const made = await send(exports.createForGroup, { path: { id: groups.top }, body: { export_type } });
  const { text } = await fetched(rig, send, made.id);
  if (export_type === 'json_array') expect(JSON.parse(text)).toEqual(expect.any(Array));
  expect(text).toContain('left-pad');
  expect(rig.reached('POST /groups/:id/dependency_list_exports')[0]?.body).toEqual({ export_type });
});

test('a pipeline is exported as a bill of materials', async () => {
  const rig = await simulator();
  const send = rig.as('owner');
  const path = { id: await pipelineOf(send) };
  const made = await send(exports.createForPipeline, { path, body: { export_type: 'sbom' } });
  const { text } = await fetched(rig, send, made.id);
  expect(JSON.parse(text)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.4',
    serialNumber: expect.any(String) as string,
    components: expect.any(Array) as unknown[],
  });
});

test('an export type that does not fit is not sent', async () => {
  const { as, platform } = await simulator();
  const send = as('owner');
  const refused = [
    send(exports.createForProject, { path: { id }, body: { export_type: 'sbom' as never } }),
    send(exports.createForGroup, { path: { id: groups.top }, body: { export_type: 'dependency_list' as never } }),
    send(exports.createForPipeline, { path: { id: 1 }, body: { export_type: 'csv' as never } }),
    send(exports.createForProject, { path: { id }, body: {} as never }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'invalid', field: 'export_type', status: undefined });
  }
  expect(platform.requests.count()).toBe(0);
});

test('only its author can download an export', async () => {
  const { as } = await simulator();
  const path = { id };
  const made = await as('owner')(exports.createForProject, { path, body: { export_type: 'csv' } });
  const other = await failureOf(as('maintainer')(exports.get, { path: { id: made.id } }));
  expect(other.status).toBeOneOf([403, 404]);
  expect((await failureOf(as('maintainer')(exports.download, { path: { id: made.id } }))).status).toBeOneOf([403, 404]);
  expect(await failureOf(as('owner')(exports.get, { path: { id: 999_999 } }))).toMatchObject({
    code: 'missing',
    status: 404,
  });
});

test('exports require the right to read dependencies and a token, and are hidden from other users', async () => {
  const { as } = await simulator();
  const input = { path: { id }, body: { export_type: 'csv' } } as const;
  expect(await failureOf(as('guest')(exports.createForProject, input))).toMatchObject({
    code: 'denied',
    reason: 'role',
    status: 403,
  });
  expect(await failureOf(as('outsider')(exports.createForProject, input))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
  expect(await failureOf(as(null)(exports.createForProject, input))).toMatchObject({
    code: 'denied',
    reason: 'token-missing',
    status: 401,
  });
});
