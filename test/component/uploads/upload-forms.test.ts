import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form as deleteByAddress } from '../../../src-renderer/pages/uploads/delete-by-address.ts';
import { form as uploadFiles } from '../../../src-renderer/pages/uploads/upload-files.ts';
import type { StagedFile } from '../../../src-renderer/stores/project/staged-files.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import {
  dialog,
  inDialog,
  irreversible,
  refusal,
  refusing,
  renderWithPlan,
  stagedFiles,
} from '../plan/render-with-plan.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const secret = '0123456789abcdef0123456789abcdef';
const world = {
  catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' })],
  preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
};
const files = (...names: string[]) => names.map((name) => new File([name], name, { type: 'image/png' }));
const input = () => dialog().getByLabelText('Files', { exact: true });

async function uploadForm(
  writes: Partial<FakeWrites> = {},
  add: NonNullable<FakeAnswers['stagedFiles']>['add'] | undefined = undefined,
) {
  const staged = stagedFiles();
  const answers = { stagedFiles: { ...staged.answers, ...(add !== undefined && { add }) } };
  let closed = 0;
  const props = { make: uploadFiles, target: scope, onclose: () => (closed += 1) };
  const rendered = await renderWithPlan(FormHost, { props, writes, world, answers });
  await expect.element(inDialog('Upload files')).toBeVisible();
  return { ...rendered, dropped: staged.dropped, closed: () => closed };
}

test('at least one file must be chosen, a chosen one can be removed, and the rest is sent in one plan', async () => {
  const { calls } = await uploadForm({ confirmation: () => ({ kind: 'plan' }) });
  await click(inDialog('Upload files'));
  await expect.element(dialog().getByText('Choose at least one file.')).toBeVisible();
  expect(calls('stagedFiles.add')).toEqual([]);
  await userEvent.upload(input(), files('one.png', 'b.png', 'two.png'));
  await click(inDialog('Remove b.png'));
  await expect.element(dialog().getByText('b.png')).not.toBeInTheDocument();
  await click(inDialog('Upload files'));
  await expect.element(dialog().getByText(/^After the upload, copy the Markdown link of each file\./)).toBeVisible();
  await click(inDialog('Upload 2 files'));
  await expect.element(dialog().getByText('2 applied', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => calls('jobs.sync')).toEqual([{ collection: 'uploads', scope }]);
  const sent = ['one.png', 'two.png'].map((fileName, at) => ({
    ...{ op: 'uploads.create', path: { id: 7 }, body: { file: { staged: `file ${at + 1}`, fileName } } },
  }));
  expect(calls('changes.plan')).toMatchObject([{ calls: sent }]);
});

test('when a plan is canceled, its copies of the files are deleted, and the form still has the files', async () => {
  const { calls, dropped, closed } = await uploadForm({ confirmation: () => ({ kind: 'plan' }) });
  await userEvent.upload(input(), files('one.png', 'two.png'));
  await click(inDialog('Upload files'));
  await expect.element(inDialog('Upload 2 files')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dropped).toEqual(['file 1', 'file 2']);
  await expect.element(dialog().getByText('two.png')).toBeVisible();
  expect(calls('changes.apply')).toEqual([]);
  expect(calls('jobs.sync')).toEqual([]);
  expect(closed()).toBe(0);
});

test('a file that is too large for the instance says so, and is still in the form', async () => {
  await uploadForm({ confirmation: () => ({ kind: 'plan' }), ...refusing(413) });
  await userEvent.upload(input(), files('large.bin'));
  await click(inDialog('Upload files'));
  await click(inDialog('Upload 1 file'));
  await expect
    .element(
      dialog()
        .getByText(/The file is larger than this instance accepts\./)
        .first(),
    )
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(inDialog('Remove large.bin')).toBeVisible();
});

test('of several files, one can be refused while the others are uploaded', async () => {
  const large = refusal(413, '413 Request Entity Too Large');
  const { calls } = await uploadForm({
    confirmation: () => ({ kind: 'plan' }),
    answer: ({ body }) => ((body?.['file'] as StagedFile | undefined)?.fileName === 'large.bin' ? large : {}),
  });
  await userEvent.upload(input(), files('one.png', 'large.bin', 'two.png'));
  await click(inDialog('Upload files'));
  await click(dialog().getByRole('checkbox', { name: /Stop/ }));
  await click(inDialog('Upload 3 files'));
  await expect.element(dialog().getByText('2 applied, 1 refused')).toBeVisible();
  expect(calls('changes.apply')).toMatchObject([{ stopOnError: false }]);
});

test('a file that can’t be read any more is explained at its field', async () => {
  const { calls } = await uploadForm({}, () => {
    throw new Failure('invalid', 'x', { reason: 'file-unreadable' });
  });
  await userEvent.upload(input(), files('one.png'));
  await click(inDialog('Upload files'));
  await expect.element(input()).toHaveAttribute('aria-invalid', 'true');
  expect(calls('changes.run')).toEqual([]);
});

const address = () => dialog().getByLabelText('Address or Markdown link');
async function addressForm(writes: Partial<FakeWrites> = {}) {
  const confirmation = () => ({ kind: 'name' as const, name: 'dot.png' });
  const rendered = await renderWithPlan(FormHost as Component<never>, {
    props: { make: deleteByAddress, target: scope, onclose: () => undefined },
    writes: { ...irreversible('Reeve can’t restore a file'), confirmation, ...writes },
    world,
  });
  await expect.element(address()).toBeVisible();
  return rendered;
}

test('an address that is wrong, or of another instance or project, is explained at its field and not sent', async () => {
  const { calls } = await addressForm();
  await click(inDialog('Delete upload…'));
  for (const [text, why] of [
    ['/uploads/short/dot.png', /ends with a secret of 32 characters and the file name\.$/],
    [`https://other.example.com/acme/core/uploads/${secret}/dot.png`, 'This address belongs to another instance.'],
    [`/-/project/8/uploads/${secret}/dot.png`, 'This address belongs to another project.'],
    [`/acme/web/uploads/${secret}/dot.png`, 'This address belongs to another project.'],
  ] as const) {
    await fill(address(), text);
    await expect.element(dialog().getByText(why)).toBeVisible();
    await click(inDialog('Delete upload…'));
  }
  expect(calls('changes.run')).toEqual([]);
});

test('an upload is deleted by its Markdown link after its name was typed; the field hides the secret in it', async () => {
  const { calls } = await addressForm();
  await expect.element(address()).toHaveAttribute('type', 'password');
  await fill(address(), `![dot](/uploads/${secret}/dot.png)`);
  await expect.element(dialog().getByText('Deletes dot.png.')).toBeVisible();
  await click(inDialog('Delete upload…'));
  await expect.element(dialog().getByText(/^Links to a deleted file stop working\./)).toBeVisible();
  await click(inDialog('Delete 1 upload'));
  expect(calls('changes.apply')).toEqual([]);
  await fill(dialog().getByLabelText('Type dot.png to confirm'), 'dot.png');
  await click(inDialog('Delete 1 upload'));
  await expect.poll(() => calls('jobs.sync')).toEqual([{ collection: 'uploads', scope }]);
  const path = { id: 7, secret, filename: 'dot.png' };
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'uploads.removeBySecret', path }] }]);
});

test.each([
  [404, 'This project has no file with this address.'],
  [403, 'Only a Maintainer or Owner of the project can delete its uploads.'],
])('a deletion that is refused with status %i says why, and the form is shown again', async (status, why) => {
  const { calls } = await addressForm(refusing(status));
  await fill(address(), `/uploads/${secret}/dot.png`);
  await click(inDialog('Delete upload…'));
  await fill(dialog().getByLabelText('Type dot.png to confirm'), 'dot.png');
  await click(inDialog('Delete 1 upload'));
  await expect.element(dialog().getByText(new RegExp(why)).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(address()).toBeVisible();
  expect(calls('jobs.sync')).toEqual([]);
  expect(page.getByText(secret).elements()).toEqual([]);
});
