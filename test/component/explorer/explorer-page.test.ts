import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import type { EndpointField, EndpointRow } from '#shared/contract/explorer.ts';
import { Failure } from '#shared/errors.ts';
import ExplorerPage from '../../../src-renderer/pages/explorer/ExplorerPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { sampleWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';

const field = (name: string, over: Partial<EndpointField> = {}): EndpointField => ({
  ...{ name, place: 'path', isRequired: false, kind: 'text', options: [], isSecret: false, deprecated: null },
  ...over,
});
const id = field('id', { isRequired: true, kind: 'number' });
const endpoint = (name: string, method: string, path: string, over: Partial<EndpointRow> = {}): EndpointRow => ({
  ...{ name, method, path, doc: '3:1', role: null, tier: null, paging: 'none', undo: null, repeat: 'same' },
  ...{ exclusive: [], fields: [id] },
  ...over,
});
const endpoints = [
  endpoint('users.get', 'GET', '/users/:id'),
  endpoint('runners.list', 'GET', '/runners/all', {
    fields: [field('type', { place: 'query', kind: 'choice', options: ['instance_type', 'group_type'] })],
  }),
  endpoint('runners.edit', 'PUT', '/runners/:id', {
    undo: { kind: 'lossy', what: ['locked'] },
    fields: [id, field('maintenance_note', { place: 'body' })],
  }),
];
const notFound = {
  ...{ request: { method: 'GET', url: 'https://x/api/v4/users/9', headers: {} }, status: 404, headers: {} },
  ...{ text: '{"message":"404 User Not Found"}', sizeBytes: 31, isTruncated: false, ms: 12, sentAt: Date.now() },
};

function explorer(name: string, answers: FakeAnswers['explorer'] = {}, world: object = {}): Promise<RenderedPage> {
  return renderPage(ExplorerPage, {
    path: `/explorer/${name}`,
    hasPlans: true,
    world: { writes: sampleWrites({ confirmation: () => ({ kind: 'plan' }) }), ...world },
    answers: {
      explorer: { endpoints: () => ({ endpoints, notInApi: [] }), run: () => notFound, ...answers },
    },
  });
}
const panel = page.getByRole('complementary');
const entry = (label: string) => panel.getByLabelText(label, { exact: true });
const button = (label: string) => panel.getByRole('button', { name: label, exact: true });

test('an endpoint is found by method and path in any order', async () => {
  await explorer('');
  await expect.element(page.getByRole('status').filter({ hasText: '3 endpoints' })).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Filter endpoints' }), 'put runners');
  await expect.element(page.getByRole('status').filter({ hasText: /^\s*1 endpoint\s*$/ })).toBeVisible();
  await click(page.getByRole('button', { name: '/runners/:id' }));
  await expect.element(page.getByRole('complementary', { name: 'Endpoint PUT /runners/:id' })).toBeVisible();
});

test('a missing and an invalid value are explained below their field, and nothing is sent', async () => {
  const { calls } = await explorer('users.get');
  await click(button('Send'));
  await expect.element(entry('id')).toHaveAccessibleDescription(/This field is required\./);
  await fill(entry('id'), 'many');
  await expect.element(entry('id')).toHaveAccessibleDescription(/number/);
  await click(button('Send'));
  expect(calls('explorer.run')).toEqual([]);
});

test('a refusal is shown as it was received', async () => {
  const { calls } = await explorer('users.get');
  await fill(entry('id'), '9');
  await click(button('Send'));
  await expect.element(panel.getByText(/^404 in/)).toBeVisible();
  await expect.element(panel.getByRole('region', { name: 'Body' })).toMatchTextContent('404 User Not Found');
  expect(calls('explorer.run')).toMatchObject([{ name: 'users.get', path: { id: '9' } }]);
});

test('a write is never sent without a plan, and its result is shown below the form', async () => {
  const { calls } = await explorer('runners.edit');
  await expect.element(panel.getByText(/may not restore locked/)).toBeVisible();
  await fill(entry('id'), '1');
  await fill(entry('maintenance_note'), 'from the explorer');
  await click(button('Send request…'));
  const dialog = page.getByRole('dialog', { name: 'Edit 1 runner' });
  await expect.element(dialog).toBeVisible();
  expect(calls('explorer.run')).toEqual([]);
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ op: 'runners.edit', path: { id: '1' }, body: { maintenance_note: 'from the explorer' } }] },
  ]);
  await click(dialog.getByRole('button', { name: 'Edit 1 runner' }));
  await expect.element(panel.getByRole('region', { name: 'Result' })).toMatchTextContent('Applied');
});

test('a value that the core refuses is explained at its field until it is changed', async () => {
  const { core } = await explorer('runners.edit');
  await fill(entry('id'), '1');
  await fill(entry('maintenance_note'), 'x');
  core.world.writes.confirmation = () => {
    throw new Failure('invalid', 'too long', { field: 'calls.0.maintenance_note' });
  };
  await click(button('Send request…'));
  await expect.element(entry('maintenance_note')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(panel).toMatchTextContent('too long');
  await fill(entry('maintenance_note'), 'y');
  await expect.element(entry('maintenance_note')).not.toHaveAttribute('aria-invalid');
});

test.each([
  ['with a read-only profile', { profiles: [sampleProfile({ readOnly: true })] }, 'Reeve blocks all changes', false],
  ['offline', { connection: sampleConnection({ state: 'offline' }) }, 'Requires the network', true],
] as const)('%s, no write can be planned, and the panel says why', async (_, world, reason, isReadRefused) => {
  const { calls } = await explorer('runners.edit', {}, world);
  await fill(entry('id'), '1');
  await expect.element(button('Send request…')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(panel).toMatchTextContent(reason);
  location.hash = '#/explorer/users.get';
  await expect.element(button('Send')).toBeVisible();
  await eventually(() => expect(button('Send').element().getAttribute('aria-disabled') === 'true').toBe(isReadRefused));
  expect(calls('changes.plan')).toEqual([]);
});
