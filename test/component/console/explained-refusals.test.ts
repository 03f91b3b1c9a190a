import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form as editSettings } from '../../../src-renderer/pages/notification-settings/forms/edit-settings.ts';
import { form as snippetForm } from '../../../src-renderer/pages/snippets/forms/snippet-form.ts';
import { sampleWrites } from '../fake-writes.ts';
import { renderPage } from './render-page.ts';

const refusal = 'The instance is being moved';
const failure = { code: 'denied', message: 'x' };
const writes = () =>
  sampleWrites({ answer: () => ({ state: 'refused', status: 403, reportedMessage: refusal, failure }) });

/** Save the form, and expect that its refusal is shown in the dialog and nowhere else. */
async function saveRefused(button: string): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: button, exact: true }));
  await expect.element(page.getByRole('dialog').getByRole('alert')).toMatchTextContent(refusal);
  expect(messages.shown).toEqual([]);
}

test('the refusal of notification settings is shown only in their form', async () => {
  await renderPage(FormHost as never, {
    world: { writes: writes() },
    props: {
      make: editSettings,
      target: { scope: '', setting: { level: 'global' }, place: null },
      onclose: () => undefined,
    },
  });
  await userEvent.fill(page.getByLabelText('Notification email'), 'alarms@example.com');
  await saveRefused('Edit settings');
  await expect.element(page.getByLabelText('Notification email')).toHaveValue('alarms@example.com');
});

test('the refusal of a new snippet is shown only in its form', async () => {
  await renderPage(FormHost as Component<never>, {
    world: { writes: writes() },
    props: { make: snippetForm, target: { scope: '', whole: null }, onclose: () => undefined },
  });
  await userEvent.fill(page.getByLabelText('Title'), 'Notes');
  await userEvent.fill(page.getByLabelText('File name'), 'notes.md');
  await userEvent.fill(page.getByRole('textbox', { name: 'Content' }), 'One');
  await saveRefused('Create snippet');
});

test('the refusal of an edited snippet is shown only in its form', async () => {
  const whole = {
    snippet: { id: 7, title: 'Notes', description: '', visibility: 'private' },
    files: [{ path: 'notes.md', text: 'One', why: null }],
  };
  await renderPage(FormHost as Component<never>, {
    world: { writes: writes() },
    props: { make: snippetForm, target: { scope: '', whole }, onclose: () => undefined },
  });
  await userEvent.fill(page.getByLabelText('Title'), 'Old notes');
  await saveRefused('Edit snippet');
  await expect.element(page.getByLabelText('Title')).toHaveValue('Old notes');
});
