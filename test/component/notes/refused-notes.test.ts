import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import { button, refusal, refusing } from '../plan/render-with-plan.ts';
import { add, composer, field, internal, send, thread, write } from './rig.ts';

test('a refused internal note stays in the composer with the reason, and can be sent without being internal', async () => {
  const { calls } = await thread('issue:12', {
    writes: { answer: ({ body }) => (body?.['internal'] === true ? refusal(403, '403 Forbidden') : {}) },
  });
  write('Secret plan');
  await click(internal());
  await click(add());
  await expect
    .element(composer().getByRole('alert'))
    .toMatchTextContent(/Internal notes require a higher role than other notes/);
  await click(composer().getByText('Details'));
  await expect.element(composer().getByText('HTTP 403 · 403 Forbidden')).toBeVisible();
  await expect.element(field()).toHaveValue('Secret plan');
  await click(internal());
  await click(add());
  await expect.element(field()).toHaveValue('');
  await expect.element(composer().getByRole('alert')).not.toBeInTheDocument();
  expect(calls('changes.run')).toMatchObject([{ body: { internal: true } }, { body: { body: 'Secret plan' } }]);
});

test('a date that the instance refuses is explained at its field, which is shown', async () => {
  await thread('issue:12', { writes: refusing(400, 'created_at must be after 1970-01-01') });
  write('Old');
  await click(composer().getByRole('button', { name: 'Options' }));
  await fill(composer().getByLabelText('Date', { exact: true }), '2020-02-03T10:30');
  await click(composer().getByRole('button', { name: 'Options' }));
  await click(add());
  await expect.element(composer().getByText('created_at must be after 1970-01-01.')).toBeVisible();
  await expect.element(composer().getByLabelText('Date', { exact: true })).toHaveAttribute('aria-invalid', 'true');
});

test.each(cannotWrite)(
  '%s, a note can be written but not sent, edited or deleted, and the reason is shown',
  async (_, world, reason) => {
    const { calls } = await thread('issue:12', { world });
    await expectDisabled(add(), reason);
    write('Later');
    await send();
    await expect.element(field()).toHaveValue('Later');
    await expect.element(add()).toHaveAttribute('aria-disabled', 'true');
    await click(button(/^Actions for the note by/));
    for (const name of ['Edit…', 'Delete…'])
      await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('menu').getByText(reason).first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(calls('changes.run')).toEqual([]);
  },
);

test('a note of a merge request can’t be edited or deleted, and its menu says why', async () => {
  await thread('mr:3');
  await click(button(/^Actions for the note by/));
  for (const [name, why] of [
    ['Edit…', 'Reeve can’t edit notes of merge requests.'],
    ['Delete…', 'Reeve can’t delete notes of merge requests.'],
  ] as const) {
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(why, { exact: true })).toBeVisible();
  }
  await expect.element(page.getByRole('menuitem', { name: 'Copy text' })).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Escape}');
});
