import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import WebhooksPage from '../../../src-renderer/pages/webhooks/WebhooksPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleWrites } from '../fake-writes.ts';
import { click } from '../click.ts';
import { chosen } from '../page-rig.ts';
import { sampleProfile } from '../samples.ts';

const hook = (id: number, name: string) => ({
  ...{ id, name, url: `https://example.com/${id}`, project_id: 7, push_events: true, enable_ssl_verification: true },
});
const delivery = (id: number, status: string) => ({
  ...{ id, trigger: 'push_hooks', response_status: status, url: 'https://example.com', execution_duration: 0.1 },
  ...{ request_data: {}, request_headers: {}, response_headers: {}, response_body: '' },
});

function webhooks(world: object = {}): Promise<RenderedPage> {
  const deliveries = [delivery(3, '200'), delivery(2, '500'), delivery(1, '404')];
  const list = fakeList(deliveries, { scope: 'project:7/hook:1' });
  const answers = listAnswers<'webhookEvents'>(list);
  return renderPage(WebhooksPage, {
    path: '/webhooks',
    world: { ...chosen({ kind: 'project', id: 7, path: 'acme/core' }), writes: sampleWrites(), ...world },
    answers: {
      webhooks: {
        ...listAnswers<'webhooks'>(fakeList([hook(1, 'Release board'), hook(2, 'Chat')], { scope: 'project:7' })),
        watched: () => ({ hooks: [], gaps: [] }),
        watch: () => ({}) as never,
      },
      webhookEvents: answers,
    },
  });
}
const hooks = page.getByRole('listbox', { name: 'Webhooks' });
type Asked = { query: { scope: string | null; filter: Record<string, unknown> } };
const lastQuery = ({ calls }: RenderedPage) => (calls('webhookEvents.list') as Asked[]).at(-1)?.query;

test('the page of a project asks for the deliveries of its webhooks only, and those of a chosen webhook', async () => {
  const rendered = await webhooks();
  await expect.element(page.getByRole('heading', { name: 'Deliveries of all webhooks of this project' })).toBeVisible();
  await eventually(() => expect(lastQuery(rendered)?.scope).toBe('project:7'));
  expect(rendered.calls('webhookEvents.summary')).toContainEqual({ scope: 'project:7' });
  await userEvent.click(hooks.getByRole('option', { name: /Release board/ }));
  await expect.element(page.getByRole('heading', { name: 'Release board', level: 2 })).toBeVisible();
  await eventually(() => expect(lastQuery(rendered)?.scope).toBe('project:7/hook:1'));
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
});

test('deliveries are filtered by result, and expire, so the filters offer no choice for rows that are not returned', async () => {
  const rendered = await webhooks();
  await userEvent.click(hooks.getByRole('option', { name: /Release board/ }));
  await click(page.getByRole('group', { name: 'Results to show' }).getByRole('button', { name: /^Failed/ }));
  await eventually(() => expect(lastQuery(rendered)?.filter).toEqual({ status: 'failed' }));
  await userEvent.click(page.getByRole('button', { name: /^Filter/ }));
  const menu = page.getByRole('dialog');
  await expect.element(menu.getByLabelText('Status code')).toBeVisible();
  expect(menu.getByRole('radio', { name: /not returned/i }).elements()).toEqual([]);
  await userEvent.fill(menu.getByLabelText('Status code'), '404');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(String(lastQuery(rendered)?.filter['code'])).toBe('404'));
});

test('with a read-only profile, no webhook can be created and no delivery resent, and both say why', async () => {
  const { stores } = await webhooks({ profiles: [sampleProfile({ readOnly: true })] });
  await userEvent.click(hooks.getByRole('option', { name: /Release board/ }));
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  const reasonOf = (id: string) => stores.commands.list.find((one) => one.id === id)?.disabledReason;
  await eventually(() => expect(reasonOf('webhooks.resend')).toBe('Reeve blocks all changes to this instance.'));
  expect(reasonOf('webhooks.create')).toBe('Reeve blocks all changes to this instance.');
});
