import { expect, test } from 'vitest';
import {} from 'vitest/browser';
import { fill } from '../click.ts';
import { sampleProfile } from '../samples.ts';
import { choose, chooseLevel, dialog, editSettings, email, event, level, save } from './rig.ts';

test('events can be chosen at the level Custom only, and are sent with it for a group', async () => {
  const { sent, isClosed } = await editSettings('group:5', { level: 'global' });
  await expect.element(dialog().getByRole('heading', { name: 'Edit notification settings of acme' })).toBeVisible();
  await expect.element(dialog().getByText(/^Events apply only at the Custom level\./)).toBeVisible();
  await expect.element(event('Issue created')).not.toBeInTheDocument();
  await chooseLevel(/^Custom/);
  await expect.element(event('Epic created (paid tiers)')).toBeVisible();
  await expect.element(dialog().getByText(/^The API returns events only at the Custom level/)).toBeVisible();
  await choose('Issue created', 'On');
  await choose('Note added', 'Off');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([
    { op: 'notification-settings.editOfGroup', path: { id: 5 }, seen: { level: 'global' } },
  ]);
  expect(sent()[0]?.body).toEqual({ level: 'custom', new_issue: true, new_note: false });
});

test('events that were chosen before another level aren’t sent', async () => {
  const { sent, isClosed } = await editSettings('project:7', { level: 'global' });
  await chooseLevel(/^Custom/);
  await choose('Pipeline failed', 'Off');
  await chooseLevel(/^Watch/);
  await expect.element(event('Pipeline failed')).not.toBeInTheDocument();
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({ level: 'watch' });
});

test('an enabled event of a project can’t be reset to its default, only the changed event is sent, and there is none for epics', async () => {
  const setting = { level: 'custom', events: { failed_pipeline: true, fixed_pipeline: null, new_note: false } };
  const { sent, isClosed } = await editSettings('project:7', setting);
  await expect.element(event('Pipeline failed').getByRole('radio', { name: 'On', exact: true })).toBeChecked();
  await expect.element(event('Note added').getByRole('radio', { name: 'Off', exact: true })).toBeChecked();
  await expect.element(event('Pipeline fixed').getByRole('radio', { name: 'Default' })).toBeChecked();
  expect(event('Pipeline failed').getByRole('radio').elements()).toHaveLength(2);
  await expect.element(event('Epic created (paid tiers)')).not.toBeInTheDocument();
  await expect.element(dialog().getByText(/Epics exist only in groups\.$/)).toBeVisible();
  await choose('Pipeline failed', 'Off');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([{ op: 'notification-settings.editOfProject', seen: { failed_pipeline: true } }]);
  expect(sent()[0]?.body).toEqual({ failed_pipeline: false });
});

test('the settings of the whole instance have an address, and don’t know the current events', async () => {
  const { sent, isClosed } = await editSettings('', { level: 'participating', notification_email: 'me@example.com' });
  await expect.element(email()).toHaveValue('me@example.com');
  await fill(email(), 'alarms@example.com');
  await chooseLevel(/^Custom/);
  await expect.element(dialog().getByText(/^The API doesn’t return the events of the global settings/)).toBeVisible();
  await expect.element(event('Release created').getByRole('radio', { name: 'No change' })).toBeChecked();
  await choose('Release created', 'On');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([{ op: 'notification-settings.edit', path: {} }]);
  expect(sent()[0]?.body).toEqual({
    ...{ level: 'custom', notification_email: 'alarms@example.com', new_release: true },
  });
});

test.each([
  ['not an address', 'Enter an address such as name@example.com.'],
  ['', 'The address can’t be empty. Enter one, or keep the current one.'],
])('the address “%s” is refused at its field, and nothing is sent', async (typed, why) => {
  const { sent } = await editSettings('', { level: 'participating', notification_email: 'me@example.com' });
  await fill(email(), typed);
  await save();
  await expect.element(dialog().getByText(why)).toBeVisible();
  await expect.element(email()).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('a level that Reeve doesn’t know is shown, and kept when an event is changed', async () => {
  const { sent, isClosed } = await editSettings('', { level: 'sometimes', notification_email: 'me@example.com' });
  await expect.element(level()).toMatchTextContent(/^sometimes/);
  await fill(email(), 'you@example.com');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({ notification_email: 'you@example.com' });
});

test.each(['documented', 'gitlab'] as const)(
  'in the dialect %s, the form has the events of the instance',
  async (dialect) => {
    await editSettings('group:5', { level: 'custom', events: {} }, {}, { profiles: [sampleProfile({ dialect })] });
    await expect.element(event('Pipeline failed')).toBeVisible();
    const own = event('Pipeline of a service account failed');
    if (dialect === 'gitlab') await expect.element(own).toBeVisible();
    else await expect.element(own).not.toBeInTheDocument();
  },
);
