import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form as createWebhook } from '../../../src-renderer/pages/webhooks/create-webhook.ts';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import { sampleWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, chosen, expectDisabled } from '../page-rig.ts';
import { sampleProfile } from '../samples.ts';

const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const create = () => click(button('Create webhook…'));

async function form(
  world: object = {},
  target = 'project:7',
): Promise<RenderedPage & { body: () => Record<string, unknown> | undefined }> {
  const rendered = await renderPage(FormHost as never, {
    path: '/webhooks',
    hasPlans: true,
    props: { make: createWebhook, target, onclose: () => undefined },
    world: {
      ...chosen({ kind: 'project', id: 7, path: 'acme/core' }),
      ...world,
      writes: sampleWrites({ confirmation: () => ({ kind: 'plan' }) }),
    },
  });
  await expect.element(dialog).toBeVisible();
  return {
    ...rendered,
    body: () => (rendered.calls('changes.plan') as { calls: { body: Record<string, unknown> }[] }[])[0]?.calls[0]?.body,
  };
}

test.each(['documented', 'gitlab'] as const)(
  'in the dialect %s, each trigger that the instance has is offered and sent',
  async (dialect) => {
    const { body } = await form({ profiles: [sampleProfile({ dialect })] });
    const isThere = dialect === 'gitlab';
    await fill(field('Address'), 'https://example.com');
    if (isThere) await click(field('Emoji reactions'));
    else await expect.element(field('Emoji reactions')).not.toBeInTheDocument();
    await create();
    await eventually(() => expect(body()).toMatchObject({ push_events: true, job_events: false }));
    expect(body()?.['emoji_events']).toBe(isThere ? true : undefined);
    expect('vulnerability_events' in (body() ?? {})).toBe(isThere);
  },
);

test('an address without a protocol and a template that is not JSON are explained at their fields', async () => {
  const { body } = await form();
  await fill(field('Address'), 'example.com');
  await fill(field('Custom template'), '{"ref": }');
  await create();
  await expect
    .element(field('Address'))
    .toHaveAccessibleDescription(/Enter an address that starts with http:\/\/ or https:\/\/\./);
  await expect.element(field('Custom template')).toHaveAccessibleDescription(/The template must be valid JSON\./);
  expect(body()).toBeUndefined();
  await fill(field('Address'), 'https://example.com');
  // The value of a placeholder can be a text or a number
  await fill(field('Custom template'), '{"ref": "{{ref}}", "count": {{total_commits_count}}}');
  await create();
  await eventually(() =>
    expect(body()).toMatchObject({ custom_webhook_template: expect.stringContaining('{{ref}}') as string }),
  );
});

test.each([
  ['Add header', 'Custom headers', 'Enter a name for each header.', 'custom_headers'],
  ['Add variable', 'Address variables', 'Enter a name for each variable.', 'url_variables'],
])('%s: a value without a name is explained, and sent with its name', async (add, label, error, name) => {
  const { body } = await form();
  await fill(field('Address'), 'https://example.com/{place}');
  await click(button(add));
  await fill(field(`${label}: value 1`), 'a-secret');
  await create();
  await expect.element(dialog.getByText(error)).toBeVisible();
  expect(body()).toBeUndefined();
  await fill(field(`${label}: name 1`), 'place');
  await expect.element(dialog.getByText(error)).not.toBeInTheDocument();
  await create();
  await eventually(() => expect(body()).toMatchObject({ [name]: [{ key: 'place', value: 'a-secret' }] }));
  await expect.element(dialog).toMatchTextContent('Reeve can’t edit or delete webhooks.');
});

test('a branch pattern that would be ignored is explained until its kind is chosen', async () => {
  const { body } = await form();
  await fill(field('Address'), 'https://example.com');
  await fill(field('Branch pattern'), 'release/*');
  await create();
  await expect.element(dialog.getByText(/^Choose a wildcard pattern/)).toBeVisible();
  expect(body()).toBeUndefined();
  await click(dialog.getByText('Wildcard pattern', { exact: true }));
  await expect.element(dialog.getByText(/^Choose a wildcard pattern/)).not.toBeInTheDocument();
  await create();
  await eventually(() =>
    expect(body()).toMatchObject({ branch_filter_strategy: 'wildcard', push_events_branch_filter: 'release/*' }),
  );
});

test('without a chosen project, a webhook is created in the project that is entered in the form', async () => {
  const { calls } = await form({}, '');
  await fill(field('Address'), 'https://example.com');
  await create();
  await expect.element(field('Project')).toHaveAccessibleDescription(/Project is required\./);
  await fill(field('Project'), 'acme/web');
  await create();
  await eventually(() =>
    expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'webhooks.create', path: { id: 'acme/web' } }] }]),
  );
});

test.each(cannotWrite)('%s, the form can’t be sent, and says why', async (_, world, reason) => {
  await form(world);
  await expectDisabled(button('Create webhook…'), reason);
});
