import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { sampleProfile } from '../samples.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { ask, button, dialog, keepAndPause, pauseAll, runners, table } from './rig.ts';
import { refusal } from './render-with-plan.ts';

const forbidden = refusal(403, '403 Forbidden');

test('one reversible write needs no dialog, and its message can undo it', async () => {
  const { writes, outcomes } = await ask(pauseAll(1), { writes: { things: runners(1) } });
  await expect.element(page.getByText('Paused runner 1')).toBeVisible();
  expect(dialog().elements()).toHaveLength(0);
  expect(writes.things['runners/1']).toMatchObject({ paused: true });
  expect(outcomes[0]?.kind).toBe('applied');
  await click(button('Undo'));
  await expect.poll(() => writes.things['runners/1']).toMatchObject({ paused: false });
  await expect.element(page.getByText('Undone')).toBeVisible();
});

test('a write that would change nothing is not sent, and a message says so', async () => {
  const thing = { paused: true, maintenance_note: 'stale since June' };
  const { writes, outcomes } = await ask(pauseAll(1), { writes: { things: { 'runners/1': thing } } });
  await expect.element(page.getByText('No change')).toBeVisible();
  expect(writes.journal).toEqual([]);
  expect(outcomes).toEqual([{ kind: 'unchanged' }]);
});

test('a refused write shows the message of the instance, or returns it to the field of the form', async () => {
  const reportedMessage = '400 Bad request - maintenance_note is too long';
  const refuse = { state: 'refused' as const, status: 400, reportedMessage };
  const failure = { code: 'invalid', message: 'x', field: 'maintenance_note' };
  const refused = await ask(pauseAll(1), { writes: { things: runners(1), answer: () => ({ ...refuse, failure }) } });
  await expect.element(page.getByText('Failed: Pause 1 runner')).toBeVisible();
  await expect.element(page.getByText(/^maintenance_note is too long/)).toBeVisible();
  await click(page.getByText('Details', { exact: true }));
  await expect.element(page.getByText(`HTTP 400 · ${reportedMessage}`)).toBeVisible();
  expect(refused.outcomes[0]).toMatchObject({ kind: 'refused', failure: { field: 'maintenance_note', status: 400 } });
});

test('an error about a field of the form is returned without a message', async () => {
  const failure = { code: 'invalid', message: 'x', field: 'maintenance_note' };
  const answer = () => ({ state: 'refused' as const, status: 400, reportedMessage: 'too long', failure });
  const { outcomes } = await ask(pauseAll(1, { fields: ['maintenance_note'], title: () => 'Rename 1 runner' }), {
    writes: { things: runners(1), answer },
  });
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(page.getByText(/Failed: Rename/).elements()).toHaveLength(0);
});

test('a plan with many rows shows the changes, the rows without a change, and the number of requests', async () => {
  await ask(pauseAll(14), {
    writes: { things: { ...runners(14), 'runners/3': { paused: true, maintenance_note: 'stale since June' } } },
  });
  await expect.element(dialog()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Pause 13 runners' })).toBeVisible();
  await expect.element(page.getByText('No change in 1 of 14 rows.')).toBeVisible();
  await expect.element(page.getByText('13 requests')).toBeVisible();
  await expect.element(page.getByText('Can be undone')).toBeVisible();
  const row = page.getByRole('row', { name: /runner 1 / }).first();
  await expect.poll(() => row.element().textContent).toContain('Paused No →changes to Yes');
});

const gone = {
  state: 'skipped' as const,
  failure: { code: 'missing', message: 'x', reason: 'hidden-or-missing' },
};

test('a plan whose only object was not found says so, and cannot be applied', async () => {
  const { writes } = await ask(pauseAll(1, { isShown: true }), { writes: { found: () => gone } });
  await expect.element(page.getByText('Nothing left to send.', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/It wasn’t found on the instance \(404\)/)).toBeVisible();
  expect(dialog().element().textContent).not.toMatch(/0 requests|about 1 s|Can be undone|before this row was sent/);
  const apply = button('Pause 1 runner');
  await expect.element(apply).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(apply)
    .toHaveAccessibleDescription('Nothing left to send: it wasn’t found on the instance (404)');
  expect(writes.journal).toEqual([]);
});

test('rows that were not found are shown beside those that are sent', async () => {
  await ask(pauseAll(3), { writes: { things: runners(3), found: ({ path }) => (path?.['id'] === 2 ? gone : {}) } });
  await expect.element(page.getByRole('heading', { name: 'Pause 2 runners' })).toBeVisible();
  await expect.element(page.getByText('1 of 3 can’t be sent.')).toBeVisible();
  await expect.element(page.getByText('2 requests')).toBeVisible();
  await expect.element(button('Pause 2 runners')).not.toHaveAttribute('aria-disabled', 'true');
});

test('a long value is shortened, and short ones beside it are not', async () => {
  const note = (text: string): string => text.repeat(30);
  const body = { paused: true, maintenance_note: note('being moved to the other hall '), run_untagged: false };
  const calls = [1, 2].map((id) => ({ op: 'runners.edit' as const, path: { id }, body }));
  const thing = { paused: false, maintenance_note: note('waits for its disk '), run_untagged: true };
  await ask(pauseAll(2, { calls }), { writes: { things: { 'runners/1': thing, 'runners/2': thing } } });
  const row = page.getByRole('row', { name: /runner 1/ });
  await expect.element(row).toBeVisible();
  const values = (): Element[] => [...row.element().querySelectorAll('.change bdi')];
  const cut = (): Element[] => values().filter((value) => value.scrollWidth > value.clientWidth);
  expect(values().map((value) => value.textContent)).toContain('No');
  // Columns get their width after the rows
  await expect
    .poll(() => cut().map((value) => value.textContent))
    .toEqual([expect.stringMatching(/^waits for its disk/), expect.stringMatching(/^being moved/)]);
});

test('by keyboard: rows are removed, the rest is applied, and the focus returns', async () => {
  const { press, writes, outcomes } = await ask(pauseAll(5), { writes: { things: runners(5) } });
  await expect.element(table()).toHaveFocus();
  await press('j');
  await press('x');
  await expect.element(page.getByRole('heading', { name: 'Pause 4 runners' })).toBeVisible();
  await press('{Delete}');
  await expect.element(page.getByRole('heading', { name: 'Pause 3 runners' })).toBeVisible();
  await expect.element(table()).toHaveFocus();
  await press('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Details of runner 4' })).toBeVisible();
  button('Pause 3 runners').element().focus();
  await press('{Enter}');
  await expect.element(page.getByText('3 applied')).toBeVisible();
  expect(Object.values(writes.things).map(({ paused }) => paused)).toEqual([true, false, false, true, true]);
  button('Close').element().focus();
  await press('{Enter}');
  expect(dialog().elements()).toHaveLength(0);
  await expect.element(button('Change')).toHaveFocus();
  expect(outcomes[0]?.kind).toBe('applied');
});

test('removing a row late does not move the focus; a click on its button moves the focus to the rows', async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const { press } = await ask(pauseAll(4), { writes: { things: runners(4), beforeDrop: () => gate } });
  const canary = page.getByRole('checkbox', { name: 'Apply the first' });
  await expect.element(table()).toHaveFocus();
  await press('x');
  await press('{Tab}');
  await expect.element(canary).toHaveFocus();
  open();
  await expect.element(page.getByText('1 row removed from the plan')).toBeInTheDocument();
  await expect.element(canary).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Remove runner 3 from the plan' }));
  await expect.element(page.getByText('2 rows removed from the plan')).toBeInTheDocument();
  await expect.element(table()).toHaveFocus();
});

test('a draft is discarded when its dialog is left, unless it is kept', async () => {
  const { press, writes, outcomes } = await ask(pauseAll(2), { writes: { things: runners(2) } });
  await expect.element(dialog()).toBeVisible();
  await press('{Escape}');
  await expect.poll(() => writes.plans).toEqual([]);
  expect(outcomes).toEqual([{ kind: 'left', plan: null }]);
  await userEvent.click(button('Change'));
  await userEvent.click(button('Keep for later'));
  await expect.poll(() => outcomes).toHaveLength(2);
  expect(writes.plans.map(({ state }) => state)).toEqual(['draft']);
});

test('Enter after the typed name only applies the plan, and presses no button that gets the focus afterwards', async () => {
  await ask(
    { calls: [{ op: 'group-service-accounts.remove', path: { id: 'corp', user_id: 1 } }] },
    { writes: { confirmation: () => ({ kind: 'name', name: 'yuki' }) } },
  );
  const field = page.getByRole('textbox', { name: 'Type yuki to confirm' });
  await expect.element(field).toHaveFocus();
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  field.element().dispatchEvent(enter);
  expect(enter.defaultPrevented).toBe(true);
});

test('a plan that cannot be undone requires the name, and shows the place', async () => {
  const { writes } = await ask(
    {
      calls: [{ op: 'enterprise-users.remove', path: { id: 'corp', user_id: 4 } }],
      title: () => 'Delete 1 user',
      done: ({ label }) => `Deleted ${label}`,
      consequence: 'Issues and notes move to the ghost user.',
      isDestructive: true,
    },
    {
      writes: {
        undo: () => ({ kind: 'none', why: 'this API creates no users' }),
        confirmation: () => ({ kind: 'name', name: 'yuki' }),
        nameOf: () => ({ label: 'yuki', place: 'corp/platform' }),
      },
    },
  );
  const field = page.getByRole('textbox', { name: 'Type yuki to confirm' });
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText('corp/platform', { exact: true })).toBeVisible();
  await userEvent.click(button('Delete 1 user'));
  await expect.element(page.getByText('Type yuki exactly as shown.')).toBeVisible();
  await expect.element(field).toHaveFocus();
  expect(writes.journal).toEqual([]);
  await userEvent.fill(field, 'yuki');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => writes.journal.map(({ op }) => op)).toEqual(['enterprise-users.remove']);
  await expect.element(page.getByText('Deleted yuki')).toBeVisible();
  expect(dialog().elements()).toHaveLength(0);
});

test('a plan with a canary sends the first rows, pauses, and continues when confirmed', async () => {
  const { writes } = await ask(pauseAll(6), { writes: { things: runners(6) } });
  await fill(page.getByRole('textbox', { name: 'Rows to apply first' }), '9');
  await click(button('Pause 6 runners'));
  await expect.element(page.getByText('A whole number from 1 to 6')).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Rows to apply first' }), '2');
  await click(button('Pause 6 runners'));
  await expect.element(page.getByText(/First rows applied/)).toBeVisible();
  expect(writes.journal).toHaveLength(2);
  await click(button('Continue'));
  await expect.poll(() => writes.journal).toHaveLength(6);
});

test('the strip of a plan that paused after its first rows shows the rest and the reason, and continues', async () => {
  const so = { paused: true, maintenance_note: 'stale since June' };
  const { writes, press } = await ask(pauseAll(7), { writes: { things: { ...runners(7), 'runners/1': so } } });
  await userEvent.fill(page.getByRole('textbox', { name: 'Rows to apply first' }), '2');
  await userEvent.click(button('Pause 6 runners'));
  await expect.element(dialog().getByText('2 of 6')).toBeVisible();
  await press('{Escape}');
  const strip = page.getByRole('region', { name: 'Pause 6 runners' });
  await expect.element(strip.getByText('4 rows left: runner 4, runner 5, runner 6 and 1 more')).toBeVisible();
  await expect.element(strip.getByText(/First rows applied/)).toBeVisible();
  await userEvent.click(strip.getByRole('button', { name: 'Continue' }));
  await expect.poll(() => writes.journal).toHaveLength(6);
});

test('if only drifted rows are left, the strip of the plan has no Continue, and shows them instead', async () => {
  const rig = await ask(pauseAll(3), { writes: { things: runners(3) } });
  await keepAndPause(rig, 'drift', ['applied', 'applied', 'drifted']);
  const strip = page.getByRole('region', { name: 'Pause 3 runners' });
  await expect.element(strip.getByText('1 row left: runner 3')).toBeVisible();
  await expect.element(strip.getByText(/Some rows changed on the instance/)).toBeVisible();
  expect(strip.getByRole('button', { name: 'Continue' }).elements()).toHaveLength(0);
  await click(strip.getByRole('button', { name: 'Show' }));
  await expect.element(dialog().getByRole('button', { name: 'Send changed rows as planned' })).toBeVisible();
  expect(rig.writes.journal).toEqual([]);
});

test('a plan continues without its dialog, and one strip for all plans can cancel it', async () => {
  let open: () => void = () => undefined;
  const gates = [Promise.resolve(), new Promise<void>((resolve) => (open = resolve))];
  const { writes, press } = await ask(pauseAll(4), {
    writes: { things: runners(4), gate: () => gates.shift() ?? Promise.resolve() },
  });
  await userEvent.click(button('Pause 4 runners'));
  await expect.element(page.getByText('1 of 4')).toBeVisible();
  await press('{Escape}');
  const strip = page.getByRole('region', { name: 'Pause 4 runners' });
  await expect.element(strip.getByText('1 of 4')).toBeVisible();
  expect(writes.plans[0]?.state).toBe('applying');
  await userEvent.click(strip.getByRole('button', { name: 'Cancel remaining rows' }));
  open();
  await expect.poll(() => writes.plans[0]?.state).toBe('cancelled');
  expect(strip.elements()).toHaveLength(0);
  expect(writes.journal).toHaveLength(1);
});

test('every row shows its outcome, and refused rows can be retried in a new plan', async () => {
  let isRefusing = true;
  const { writes } = await ask(pauseAll(5), {
    writes: {
      things: runners(5),
      answer: ({ path }) => (isRefusing && path?.['id'] === 2 ? forbidden : {}),
    },
  });
  await click(page.getByRole('checkbox', { name: 'Stop on first error' }));
  await click(button('Pause 5 runners'));
  await expect.element(dialog().getByText('4 applied, 1 refused', { exact: true })).toBeVisible();
  const problems = page.getByRole('region', { name: 'Not applied' });
  await expect.element(problems.getByText(/^Refused: .*required role\. \(HTTP 403\)$/)).toBeVisible();
  await click(page.getByRole('row', { name: /runner 2/ }));
  await expect.element(page.getByText('HTTP 403 · 403 Forbidden')).toBeVisible();
  isRefusing = false;
  await click(button('Retry 1 failed row…'));
  await click(button('Retry 1 change'));
  await expect.poll(() => writes.things['runners/2']).toMatchObject({ paused: true });
});

test('a row whose reply could not be read is shown as applied, without a retry', async () => {
  const unread = { code: 'remote', reason: 'unreadable-reply', message: 'a reply that is not as documented' } as const;
  await ask(pauseAll(2), {
    writes: { things: runners(2), answer: ({ path }) => (path?.['id'] === 2 ? { failure: unread } : {}) },
  });
  await click(button('Pause 2 runners'));
  await expect.element(page.getByText('2 applied')).toBeVisible();
  await click(page.getByRole('row', { name: /runner 2/ }));
  await expect.element(page.getByText(/The change was applied, but Reeve couldn’t read the response/)).toBeVisible();
  await expect.element(page.getByText(/Retry/)).not.toBeInTheDocument();
});

test('a missing secret is entered in the dialog, and every row that waited for it continues', async () => {
  let isKnown = false;
  const { writes, core } = await ask(
    {
      calls: [1, 2].map((id) => ({
        op: 'webhooks.create' as const,
        path: { id },
        body: { token: 's3cret' },
      })),
      title: (rows) => `Edit ${rows} hooks`,
    },
    { writes: { answer: () => (isKnown ? {} : { state: 'needs-secret', status: null }) } },
  );
  await expect.poll(() => document.querySelector('[role="grid"]')?.textContent).toContain('••••••••');
  await click(button('Edit 2 hooks'));
  const field = page.getByLabelText('Token', { exact: true });
  await expect.element(field).toBeVisible();
  await click(button('Use secret'));
  await expect.element(page.getByText('Enter the secret.')).toBeVisible();
  isKnown = true;
  await fill(field, 'again');
  await click(button('Use secret'));
  await expect.element(page.getByText('2 applied')).toBeVisible();
  expect(writes.journal).toHaveLength(2);
  const given = core.calls.find(({ verb }) => verb === 'changes.giveSecret')?.input;
  expect(given).toMatchObject({ field: 'token', value: 'again' });
});

const two = [
  sampleProfile(),
  sampleProfile({ id: 'p2', name: 'Staging', url: 'https://staging.example', colour: 'amber' }),
];

test('a message names the instance, and its undo asks for confirmation if another instance is open by then', async () => {
  const { writes, core, stores } = await ask(pauseAll(1), {
    writes: { things: runners(1) },
    world: { profiles: two },
  });
  const message = page.getByRole('listitem').filter({ hasText: 'Paused runner 1' });
  await expect.element(message.getByText('On git.corp.example')).toBeVisible();
  core.world.openId = 'p2';
  core.emit('profiles', 'changed', { openId: 'p2' });
  await expect.poll(() => stores.profiles.openId).toBe('p2');
  await click(message.getByRole('button', { name: 'Undo' }));
  await expect.element(dialog()).toBeVisible();
  const note = dialog().getByText('This applies to git.corp.example, not to the open instance Staging.');
  await expect.element(note).toBeVisible();
  expect(writes.things['runners/1']).toMatchObject({ paused: true });
  await click(button('Undo 1 change'));
  await expect.poll(() => writes.things['runners/1']).toMatchObject({ paused: false });
});

test('a plan that was interrupted by a restart shows its remaining rows, and continues with one click', async () => {
  const rig = await ask(pauseAll(5), { writes: { things: runners(5) }, world: { profiles: two } });
  await keepAndPause(rig, 'restart', ['applied', 'planned', 'planned', 'planned', 'planned']);
  const strip = page.getByRole('region', { name: 'Pause 5 runners' });
  await expect.element(strip.getByText('4 rows left: runner 2, runner 3, runner 4 and 1 more')).toBeVisible();
  await expect.element(strip.getByText('On git.corp.example')).toBeVisible();
  expect(rig.writes.journal).toEqual([]);
  await click(strip.getByRole('button', { name: 'Continue' }));
  await expect.poll(() => rig.writes.journal).toHaveLength(4);
  await expect.poll(() => rig.stores.changes.list[0]?.state).toBe('done');
});

test('a row that cannot be undone has no undo button, and a row that was not sent says so', async () => {
  const { writes } = await ask(pauseAll(3), {
    writes: {
      things: runners(3),
      undo: () => ({ kind: 'none', why: 'this API forgets it' }),
      answer: ({ path }) => (path?.['id'] === 2 ? forbidden : {}),
    },
  });
  await click(button('Pause 3 runners'));
  await expect.poll(() => writes.plans[0]?.state).toBe('paused');
  await expect.element(page.getByRole('row', { name: /runner 3/ }).getByText('Not sent yet')).toBeVisible();
  await expect.element(dialog().getByText('1 applied, 1 refused, 1 not sent yet')).toBeVisible();
  await click(button('Cancel remaining rows'));
  await expect.element(dialog().getByText('Canceled, 1 applied')).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /runner 3/ }).getByText('Not sent', { exact: true }))
    .toBeVisible();
  expect(page.getByRole('button', { name: /^Undo/ }).elements()).toHaveLength(0);
});

test('if some rows cannot be undone, the button says how many can', async () => {
  const undo: FakeWrites['undo'] = ({ path }) =>
    path?.['id'] === 2 ? { kind: 'none', why: 'this API forgets it' } : { kind: 'exact' };
  await ask(pauseAll(3), { writes: { things: runners(3), undo } });
  await click(button('Pause 3 runners'));
  await expect.element(dialog().getByRole('button', { name: 'Undo 2 of 3…' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo all…' }).elements()).toHaveLength(0);
});
