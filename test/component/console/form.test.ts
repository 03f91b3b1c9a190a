import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../src-renderer/styles/index.css';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { createStores } from '../../../src-renderer/stores/context.ts';
import { click, fill } from '../click.ts';
import { fakeCore } from '../fake-core.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { sampleProfile } from '../samples.ts';
import type { Edit } from './edit-form.ts';
import { runnerNow } from './edit-form.ts';
import FormHost from './FormHost.svelte';
import { violations } from '../axe.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const save = button('Save runner');

async function form({
  writes = {},
  rows = 1,
  readOnly = false,
  isNew = false,
}: { writes?: Partial<FakeWrites>; rows?: number; readOnly?: boolean; isNew?: boolean } = {}) {
  messages.clear();
  const things = Object.fromEntries(Array.from({ length: rows }, (_, at) => [`runners/${at + 1}`, { ...runnerNow }]));
  const world = { writes: sampleWrites({ things, ...writes }), profiles: [sampleProfile({ readOnly })] };
  const core = fakeCore({ world });
  const stores = createStores(core.session);
  const bodies: Partial<Edit>[] = [];
  await render(FormHost, { stores, rows, isNew, onbody: (body: Partial<Edit>) => bodies.push(body) });
  await click(button('Edit'));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return { bodies, stores, writes: core.world.writes };
}

test('only changed fields are sent, for every kind of control', async () => {
  const { bodies, writes } = await form();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await fill(page.getByLabelText('Description'), 'build host 7');
  await click(page.getByLabelText('Paused'));
  await fill(page.getByLabelText('Tags'), 'docker,');
  await click(page.getByText('No', { exact: true }));
  await fill(page.getByLabelText('Time limit'), '');
  await click(save);
  await expect
    .poll(() => bodies)
    .toEqual([
      {
        description: 'build host 7',
        paused: true,
        tag_list: ['linux', 'docker'],
        locked: false,
        maximum_timeout: null,
      },
    ]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(() => writes.things['runners/1']).toMatchObject({ description: 'build host 7', paused: true });
});

test('required fields are announced, and optional fields are marked', async () => {
  await form();
  const description = page.getByLabelText('Description');
  await expect.element(description).toHaveAttribute('aria-required', 'true');
  await expect.element(description).not.toHaveAccessibleDescription(/optional/);
  for (const name of ['Tags', 'Time limit', 'Maintenance note', 'Until']) {
    await expect.element(page.getByLabelText(name)).not.toHaveAttribute('aria-required');
    await expect.element(page.getByLabelText(name)).toHaveAccessibleDescription('(optional)');
  }
  await expect.element(page.getByText('(optional)').nth(4)).not.toBeInTheDocument();
});

test('Ctrl+Enter in a multi-line field sends the form, but not while nothing is changed', async () => {
  const { bodies } = await form();
  const note = page.getByLabelText('Maintenance note');
  await click(note);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await fill(note, 'moved');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(bodies).toEqual([{ maintenance_note: 'moved' }]);
});

test('after a plan, the focus returns to the button that opened the form, or to the table of the page if the button no longer exists', async () => {
  await form({ rows: 2 });
  const sendAsPlan = async (note: string): Promise<void> => {
    await fill(page.getByLabelText('Maintenance note'), note);
    await click(save);
    await click(button('Edit 2 runners'));
    await expect.element(page.getByText('2 applied')).toBeVisible();
  };
  await sendAsPlan('first');
  await click(button('Close'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Edit')).toHaveFocus();

  await click(button('Edit'));
  await sendAsPlan('second');
  const grid = document.createElement('div');
  Object.assign(grid, { role: 'grid', tabIndex: 0 });
  button('Edit').element().replaceWith(grid);
  await click(button('Close'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('grid')).toHaveFocus();
});

test('the error of a choice is announced with its group, whose chosen option gets the focus', async () => {
  await form();
  const locked = page.getByRole('radiogroup', { name: 'Locked' });
  await click(page.getByText('Yes', { exact: true }));
  await click(save);
  await expect.element(locked).toHaveAttribute('aria-invalid', 'true');
  await expect.element(locked).toHaveAccessibleDescription('Add a project first.');
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toHaveFocus();
  await click(page.getByText('No', { exact: true }));
  await expect.element(locked).not.toHaveAttribute('aria-invalid');
});

test('errors are shown after the first submit, and the first field with an error gets the focus', async () => {
  const { bodies } = await form();
  await fill(page.getByLabelText('Description'), '');
  await fill(page.getByLabelText('Time limit'), '60');
  await expect.element(page.getByText('Give it a description.')).not.toBeInTheDocument();
  await click(save);
  await expect.element(page.getByText('Give it a description.')).toBeVisible();
  await expect.element(page.getByText('At least 600 seconds.')).toBeVisible();
  await expect.element(page.getByLabelText('Description')).toHaveFocus();
  await fill(page.getByLabelText('Description'), 'x');
  await expect.element(page.getByText('Give it a description.')).not.toBeInTheDocument();
  expect(bodies).toEqual([]);
});

test('an invalid day shows an error and is not sent, and an empty day is left out', async () => {
  const { bodies } = await form();
  const until = page.getByLabelText('Until');
  await click(page.getByLabelText('Paused'));
  until.element().focus();
  await userEvent.keyboard('2027-02-31');
  await click(save);
  await expect.element(page.getByText('There is no such day.')).toBeVisible();
  expect(bodies).toEqual([]);
  await fill(until, '2027-02-28');
  await fill(until, '');
  await click(save);
  await expect.poll(() => bodies).toEqual([{ paused: true }]);
});

test('an error of the instance about a field is shown below that field', async () => {
  const failure = { code: 'invalid', message: 'x', field: 'maintenance_note' };
  await form({
    writes: { answer: () => ({ state: 'refused', status: 400, reportedMessage: 'note is too long', failure }) },
  });
  await fill(page.getByLabelText('Maintenance note'), 'disk swap');
  await click(save);
  await expect.element(page.getByText('note is too long.')).toBeVisible();
  await expect.element(page.getByLabelText('Maintenance note')).toHaveFocus();
});

test('a message of the instance is shown as a sentence, and as it was sent in the details', async () => {
  const [sent, shown] = ['400 Bad request - Maintenance note has \u202e in it', 'Maintenance note has ⟨U+202E⟩ in it.'];
  const failure = { code: 'invalid', message: 'x' };
  await form({ writes: { answer: () => ({ state: 'refused', status: 400, reportedMessage: sent, failure }) } });
  await fill(page.getByLabelText('Maintenance note'), 'disk swap');
  await click(save);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(shown)).toBeVisible();
  const original = dialog.getByText(`HTTP 400 · ${sent.replace('\u202e', '⟨U+202E⟩')}`);
  await expect.element(original).not.toBeVisible();
  await click(dialog.getByText('Details'));
  await expect.element(original).toBeVisible();
  await fill(page.getByLabelText('Maintenance note'), 'disk');
  await expect.element(dialog.getByText('Details')).not.toBeInTheDocument();
});

test('a refusal that arrives after the form was closed is shown as a message, and in the form when it is opened again', async () => {
  const failure = { code: 'invalid', message: 'x', field: 'maintenance_note' };
  const { promise: response, resolve: respond } = Promise.withResolvers<void>();
  await form({
    writes: {
      gate: () => response,
      answer: () => ({ state: 'refused', status: 400, reportedMessage: 'note is too long', failure }),
    },
  });
  await fill(page.getByLabelText('Maintenance note'), 'disk swap');
  await click(save);
  await click(button('Cancel'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(messages.shown.filter(({ tone }) => tone === 'bad')).toEqual([]);
  respond();
  await expect.element(page.getByText('Failed: Edit runner 1')).toBeVisible();
  await expect.element(page.getByText(/^note is too long\./)).toBeVisible();
  await click(button('Edit'));
  await expect.element(page.getByLabelText('Maintenance note')).toHaveValue('disk swap');
  await expect.element(page.getByRole('dialog').getByText('note is too long.')).toBeVisible();
});

test.each([false, true])(
  'input is kept when the form is closed, and can be discarded; it creates something: %s',
  async (isNew) => {
    await form({ isNew });
    await fill(page.getByLabelText('Description'), 'half a thought');
    await click(button('Cancel'));
    await expect.element(page.getByText('Your changes are kept until you close this window')).toBeVisible();
    await click(button('Edit'));
    await expect.element(page.getByLabelText('Description')).toHaveValue('half a thought');
    // Not the button that discards the input
    await expect.element(page.getByLabelText('Description')).toHaveFocus();
    await click(page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }));
    await expect.element(page.getByLabelText('Description')).toHaveValue('runner-001');
    await fill(page.getByLabelText('Description'), 'a whole thought');
    await click(save);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(messages.shown.map(({ id }) => id)).not.toContain('draft runners.edit 1');
  },
);

test('a plan replaces the form, and the form is shown again unchanged if the plan is discarded', async () => {
  const { bodies } = await form({ rows: 3 });
  await click(page.getByLabelText('Paused'));
  await click(save);
  await expect.element(page.getByRole('heading', { name: 'Edit 3 runners' })).toBeVisible();
  expect(bodies).toEqual([{ paused: true }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Edit runner 1' })).toBeVisible();
  await expect.element(page.getByLabelText('Paused')).toBeChecked();
});

/** A form whose single write requires a plan, and which is refused the first `times` times. */
async function refusedForm(message: string, times = 1, writes: Partial<FakeWrites> = {}) {
  let sent = 0;
  const opened = await form({
    writes: {
      ...writes,
      confirmation: () => ({ kind: 'plan' }),
      answer: () => (sent++ < times ? { state: 'refused', status: 400, reportedMessage: message } : {}),
    },
  });
  await fill(page.getByLabelText('Maintenance note'), 'disk swap');
  await click(save);
  await click(button('Edit 1 runners'));
  await expect.element(page.getByText(`HTTP 400 · ${message}`)).toBeVisible();
  return opened;
}

test('after its single write is refused, “Edit values” shows the form again with its input and the error', async () => {
  await refusedForm('Maintenance note is too long');
  await click(button('Edit values'));
  const note = page.getByLabelText('Maintenance note');
  await expect.element(note).toHaveValue('disk swap');
  await expect.element(page.getByText('Maintenance note is too long.')).toBeVisible();
  await expect.element(note).toHaveFocus();
});

test('the form is shown again if its plan is closed after a refused row and before the plan has ended', async () => {
  const { promise: isEnding, resolve: end } = Promise.withResolvers<void>();
  await refusedForm('Maintenance note is too long', 1, { beforeEnd: () => isEnding });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Edit 1 runners' })).not.toBeInTheDocument();
  end();
  await expect.element(page.getByText('Maintenance note is too long.')).toBeVisible();
  await expect.element(page.getByLabelText('Maintenance note')).toHaveValue('disk swap');
});

test('an error that names no field is shown in the form until a field is changed', async () => {
  await refusedForm('Runner is being moved');
  await click(button('Edit values'));
  const refusal = page.getByRole('alert').filter({ hasText: 'Runner is being moved.' });
  await expect.element(refusal).toBeVisible();
  await expect.element(page.getByLabelText('Maintenance note')).toHaveValue('disk swap');
  await fill(page.getByLabelText('Maintenance note'), 'disk');
  await expect.element(refusal).not.toBeInTheDocument();
});

test('a refused form is done if its retry is applied, and is shown again if the retry is discarded', async () => {
  const { writes } = await refusedForm('Runner is being moved', 2);
  const retry = button('Retry 1 failed row…');
  await click(retry);
  await click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByLabelText('Maintenance note')).toHaveValue('disk swap');
  await click(save);
  await click(button('Edit 1 runners'));
  await click(retry);
  await click(button('Retry 1 change'));
  await expect.poll(() => writes.things['runners/1']).toMatchObject({ maintenance_note: 'disk swap' });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a read-only profile shows why nothing can be sent', async () => {
  await form({ readOnly: true });
  await click(page.getByLabelText('Paused'));
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
});

test('a form with errors has no axe violation', async () => {
  await form();
  await fill(page.getByLabelText('Description'), '');
  await click(page.getByText('Yes', { exact: true }));
  await click(save);
  await expect.element(page.getByText('Add a project first.')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('the form has the color of the instance that it changes', async () => {
  await form();
  const band = page.getByRole('dialog').element().querySelector<HTMLElement>('[data-instance]');
  const { name, colour } = sampleProfile();
  expect(band?.dataset['instance']).toBe(colour);
  expect(band?.textContent).toContain(name);
  expect(getComputedStyle(band as Element).backgroundColor).toBe('rgb(66, 87, 214)');
});

test('the message about kept input is closed when the input is discarded in the form', async () => {
  await form();
  await fill(page.getByLabelText('Description'), 'build host 7');
  await click(button('Cancel'));
  await expect.element(page.getByText('Your changes are kept until you close this window')).toBeVisible();
  await click(button('Edit'));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }));
  await expect.element(page.getByText('Your changes are kept until you close this window')).not.toBeInTheDocument();
});

test('an empty field for several values says that Enter adds a value', async () => {
  await form();
  await click(button('Remove linux'));
  await expect.element(page.getByLabelText('Tags')).toHaveAttribute('placeholder', 'Press Enter after each value');
});
