import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { explain } from '#shared/text/en/failures.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { click } from '../click.ts';
import { button, choose, dialog, inDialog, irreversible, refusal } from '../plan/render-with-plan.ts';
import { content, wiki } from './rig.ts';

const link = '![logo](uploads/ab12/logo.svg)';
const logo = () => new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
const writes: Partial<FakeWrites> = {
  ...irreversible('Reeve can’t delete attachments'),
  answer: () => ({ reportedMessage: link }),
};
const file = () => dialog().getByLabelText('File', { exact: true });

test('a file is attached on a branch after its plan was shown, and the returned link and path can be copied', async () => {
  const { calls, dropped } = await wiki({ writes });
  await click(button('More actions'));
  await choose('Attach file…');
  await click(inDialog('Attach file…'));
  await expect.element(dialog().getByText('Choose a file.')).toBeVisible();
  expect(calls('stagedFiles.add')).toEqual([]);
  await userEvent.upload(file(), logo());
  await dialog().getByLabelText('Branch of the wiki').fill('drafts');
  await click(inDialog('Attach file…'));
  await expect.element(dialog().getByText(/Reeve can’t delete attachments/)).toBeVisible();
  await click(inDialog(/^Attach file$/));
  await expect.element(dialog().getByRole('heading', { name: 'The file was attached' })).toBeVisible();
  for (const text of [link, 'uploads/ab12/logo.svg'])
    await expect.element(dialog().getByText(text, { exact: true })).toBeVisible();
  const body = { branch: 'drafts', file: { staged: 'file 1', sizeBytes: 6, fileName: 'logo.svg' } };
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'wikis.attach', path: { id: 7 }, body }] }]);
  expect(dropped).toEqual([]);
  await click(inDialog('Close'));
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('while a page is edited, a canceled plan keeps the chosen file, and an attached file is inserted as a link', async () => {
  const { calls, dropped } = await wiki({ writes });
  await click(button('Edit…'));
  await userEvent.click(content());
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await click(dialog().getByText('Attach a file', { exact: true }));
  await expect.element(inDialog('Attach file and insert link…')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.upload(file(), logo());
  await click(inDialog('Attach file and insert link…'));
  await expect.element(inDialog(/^Attach file$/)).toBeVisible();
  await click(inDialog('Cancel'));
  await expect.element(dialog().getByText('logo.svg', { exact: true })).toBeVisible();
  await expect.poll(() => dropped).toEqual(['file 1']);
  expect(calls('changes.apply')).toEqual([]);
  await dialog().getByLabelText('Branch of the wiki').fill('drafts');
  await click(inDialog('Attach file and insert link…'));
  await expect.element(inDialog(/^Attach file$/)).toBeVisible();
  expect(calls('changes.plan').at(-1)).toMatchObject({ calls: [{ body: { branch: 'drafts' } }] });
  await click(inDialog(/^Attach file$/));
  await expect.element(content()).toMatchTextContent(/logo\.svg/);
  await expect.element(page.getByText('The link was inserted into the text.')).toBeVisible();
  await expect.element(dialog().getByText('logo.svg', { exact: true })).not.toBeInTheDocument();
});

test('a refused attachment is explained below its file, and nothing is inserted', async () => {
  const { dropped } = await wiki({ writes: { answer: () => refusal(403, '403 Forbidden') } });
  await click(button('Edit…'));
  await click(dialog().getByText('Attach a file', { exact: true }));
  await userEvent.upload(file(), logo());
  await click(inDialog('Attach file and insert link…'));
  await expect
    .element(dialog().getByText(explain({ code: 'denied', reason: 'role' }).what, { exact: false }))
    .toBeVisible();
  await click(dialog().getByText('Details'));
  await expect.element(dialog().getByText('HTTP 403 · 403 Forbidden')).toBeVisible();
  await expect.element(dialog().getByText('logo.svg', { exact: true })).toBeVisible();
  await expect.element(content()).not.toMatchTextContent(/logo/);
  await expect.poll(() => dropped).toEqual(['file 1']);
});
