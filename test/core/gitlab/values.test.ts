import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Endpoint } from '#main/api/types.ts';
import type { Write } from '#main/changes/operation-kit/write.ts';
import { valuesIn, type ValueSet } from '#shared/contract/dialect-values.ts';
import { senderTo } from '../../api/rig.ts';
import { allCases } from '../../changes/all-cases.ts';
import { caseContext, must, type CaseContext, type Prepare } from '../../changes/undo-case.ts';
import { undoRunner, type UndoRunner } from '../../changes/undo-runner.ts';

let runner: UndoRunner;
let bench: CaseContext;
beforeAll(async () => {
  runner = await undoRunner('gitlab');
});
beforeEach(() => {
  const { platform } = runner;
  const { send } = senderTo(platform.url, { dialect: 'gitlab', token: () => platform.tokens.admin });
  bench = caseContext(platform, send);
});
afterAll(() => runner.close());

const since = '2026-01-01T00:00:00Z';
const hookId = () => must(bench.world.webhooks.find(({ project_id }) => project_id === bench.project.id)).id;

/** The query fields of lists whose values differ, by endpoint and field. Their rules are data of the endpoint. */
const queried = [...endpoints.values()]
  .filter(({ method }) => method === 'GET')
  .flatMap((endpoint) =>
    Object.entries(endpoint.perDialect?.values ?? {}).map(([field, set]) => [endpoint.name, field, set] as const),
  );

test.each(queried)('%s: the instance accepts each value of %s that is offered', async (name, field, set: ValueSet) => {
  const endpoint = must(endpoints.get(name));
  const samples = { versionPrefixes: ['17.', '.', '+'], deliveryStatuses: [200, 226, 429, 511] };
  const values = [...valuesIn(set, 'gitlab'), ...(samples[set as keyof typeof samples] ?? [])];
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) {
    const [first = '', inner] = field.split('.');
    await listed(endpoint, { [first]: inner === undefined ? value : { [inner]: value } });
  }
});

async function listed(endpoint: Endpoint, query: Record<string, unknown>): Promise<void> {
  const { id } = endpoint.path.startsWith('/groups') ? bench.top : bench.project;
  const path = endpoint.path.includes(':hook_id')
    ? { id, hook_id: hookId() }
    : endpoint.path.includes(':id')
      ? { id }
      : {};
  await bench.send.page(endpoint, { path, query });
}

async function writeOf(op: string, body: Record<string, unknown>): Promise<Write> {
  const [first] = ([] as Prepare[]).concat(must(allCases[op]));
  const write = await must(first)(bench);
  return { ...write, body: { ...write.body, ...body } };
}

const each = <S extends ValueSet>(set: S) => valuesIn(set, 'gitlab');
const all = (set: ValueSet) => Object.fromEntries(each(set).map((name) => [name, true]));

test.each<[string, () => readonly Record<string, unknown>[]]>([
  ['group-service-accounts.createToken', () => [{ scopes: each('tokenScopes') }]],
  ['members.create', () => each('memberLevels').map((access_level) => ({ access_level }))],
  ['webhooks.create', () => [all('webhookTriggers')]],
  ['notification-settings.editOfProject', () => [{ level: 'custom', ...all('notificationEvents') }]],
  [
    'runners.create',
    () => [
      { runner_type: 'instance_type' },
      { runner_type: 'group_type', group_id: bench.top.id },
      { runner_type: 'project_type', project_id: bench.project.id },
    ],
  ],
])('%s: the instance accepts each value that is offered', async (op, bodies) => {
  for (const body of bodies()) {
    await runner.plan(await writeOf(op, body));
    runner.platform.clock.advance(5000);
    expect(await runner.apply(), JSON.stringify(body)).toMatchObject({ state: 'applied' });
  }
});

test.each([
  [
    'group-service-accounts.createToken',
    { scopes: ['api', 'manage_runners'] },
    'scopes',
    'GitLab doesn’t accept “manage_runners” for “Scopes”. Use “manage_runner”.',
  ],
  [
    'members.create',
    { access_level: 5 },
    'access_level',
    'GitLab doesn’t accept “5” for “Access level”. Use one of these: 10, 15, 20, 25, 30, 40, 50.',
  ],
  ['runners.create', { runner_type: undefined }, 'runner_type', 'GitLab needs the field “Runner type” here.'],
  ['runners.create', { runner_type: 'group_type' }, 'group_id', 'GitLab needs the field “Group ID” here.'],
  ['runners.create', { runner_type: 'project_type' }, 'project_id', 'GitLab needs the field “Project” here.'],
] as const)('%s with %o: the plan names the value before anything is sent', async (op, body, field, message) => {
  const { client, platform } = runner;
  const write = await writeOf(op, body);
  const { method, path } = must(endpoints.get(op));
  const sent = platform.requests.count(`${method} ${path}`);
  const expected = { code: 'invalid', reason: 'not-in-dialect', field: `calls.0.${field}`, reportedMessage: message };
  await expect(client.changes.plan({ calls: [write] })).rejects.toMatchObject(expected);
  const { op: _, ...rest } = write;
  const rows = [{ op, ...rest }];
  const instance = { name: 'Test', url: platform.url };
  const text = JSON.stringify({ format: 'reeve-plan', version: 1, instance, rows });
  await expect(client.changes.load({ text })).rejects.toMatchObject({ reportedMessage: message });
  expect(platform.requests.count(`${method} ${path}`)).toBe(sent);
});

test.each([
  ['deployments.list', { order_by: 'ref' }, { field: 'order_by' }],
  [
    'deployments.list',
    { order_by: 'finished_at', status: 'success', ...{ finished_after: since, updated_before: since } },
    { reason: 'exclusive-parameters' },
  ],
  ['issues.list', { milestone_id: 7 }, { field: 'milestone_id' }],
  ['issues.list', { not: { milestone_id: 7 } }, { field: 'not.milestone_id' }],
  ['runners.listAll', { version_prefix: 'v17' }, { field: 'version_prefix' }],
  ['webhooks.listEvents', { status: 499 }, { field: 'status' }],
] as const)('%s with %o is refused before it is sent', async (name, query, expected) => {
  const { requests } = runner.platform;
  const endpoint = must(endpoints.get(name));
  const sent = requests.count(`GET ${endpoint.path}`);
  await expect(listed(endpoint, query)).rejects.toMatchObject({ code: 'invalid', ...expected });
  expect(requests.count(`GET ${endpoint.path}`)).toBe(sent);
});

test('a number of runners by a version that the instance doesn’t accept is unknown, and others are counted', async () => {
  const { counts } = await runner.client.runners.versionCounts({ scope: '', prefixes: ['v17', '1'] });
  expect(counts).toEqual([
    { prefix: 'v17', total: null },
    { prefix: '1', total: expect.any(Number) as number },
  ]);
});

test('the explorer offers the fields and choices of the dialect', async () => {
  const fieldsOf = async (dialect: 'documented' | 'gitlab', name: string) => {
    const { endpoints: rows } = await runner.client.explorer.endpoints({ dialect });
    return must(rows.find((row) => row.name === name)).fields;
  };
  const field = async (dialect: 'documented' | 'gitlab', endpoint: string, name: string) =>
    (await fieldsOf(dialect, endpoint)).find((one) => one.name === name);
  const choices = async (dialect: 'documented' | 'gitlab', endpoint: string, name: string) =>
    (await field(dialect, endpoint, name))?.options;
  for (const dialect of ['documented', 'gitlab'] as const) {
    expect(await choices(dialect, 'deployments.list', 'order_by')).toEqual(valuesIn('deploymentOrders', dialect));
    expect(await choices(dialect, 'merge-requests.list', 'order_by')).toEqual(valuesIn('mergeRequestOrders', dialect));
    const names = (await fieldsOf(dialect, 'webhooks.create')).map(({ name }) => name);
    expect(names.includes('emoji_events')).toBe(dialect === 'gitlab');
    expect((await field(dialect, 'runners.create', 'runner_type'))?.isRequired).toBe(dialect === 'gitlab');
  }
  expect(await choices('gitlab', 'branches.list', 'sort')).toEqual(['name_asc', 'updated_asc', 'updated_desc']);
  expect(await field('documented', 'branches.list', 'sort')).toBeUndefined();
});
