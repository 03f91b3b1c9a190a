import { expect, test } from 'vitest';
import { explain } from '#shared/text/en/failures.ts';
import { fill } from '../click.ts';
import { choose, chooseLevel, dialog, editSettings, email, event, level, save } from './rig.ts';

const alert = () => dialog().getByRole('alert');
const denied = (reason: string) => ({ code: 'denied', reason, message: 'x' });
const missing = (reason: string) => ({ code: 'missing', reason, message: 'x' });
const textOf = (failure: { code: string; reason: string }): string => {
  const { what, nextStep } = explain(failure);
  return `${what} ${nextStep}`;
};
const scopes = [
  ['the instance', ''],
  ['a group', 'group:5'],
  ['a project', 'project:7'],
] as const;

test.each(scopes)(
  'a token that can only read is refused for the settings of %s, the missing scope is named, and the input stays',
  async (_, scope) => {
    const { isClosed } = await editSettings(
      scope,
      { level: 'global' },
      {
        answer: () => ({
          ...{ state: 'refused', status: 403, reportedMessage: 'insufficient_scope', failure: denied('scope') },
        }),
      },
    );
    await chooseLevel(/^Custom/);
    await choose('Issue created', 'On');
    await save();
    await expect.element(alert()).toMatchTextContent(textOf(denied('scope')));
    await expect.element(level()).toMatchTextContent(/^Custom/);
    await expect.element(event('Issue created').getByRole('radio', { name: 'On', exact: true })).toBeChecked();
    expect(isClosed()).toBe(false);
  },
);

test.each([
  [
    'a user without the permission sees who can grant it',
    ...['group:5', 403, denied('role'), '403 Forbidden'],
    textOf(denied('role')),
  ],
  [
    'a group that the user can’t see any more is explained',
    ...['group:5', 404, missing('hidden-or-missing'), null],
    'The group or project doesn’t exist, or this token can’t see it. Check that the user of this token has access to it.',
  ],
  [
    'a project that can’t be read before the change is explained',
    ...['project:7', null, missing('hidden-or-missing'), null],
    textOf(missing('hidden-or-missing')),
  ],
  [
    'an instance without the global settings is named as the reason',
    ...['', 404, missing('not-offered'), null],
    textOf(missing('not-offered')),
  ],
] as const)('%s, and the same input is saved later', async (_, scope, status, failure, reportedMessage, shown) => {
  let isRefusing = true;
  const { sent, isClosed } = await editSettings(
    scope,
    { level: 'global' },
    { answer: () => (isRefusing ? { state: 'refused', status, reportedMessage, failure } : {}) },
  );
  await chooseLevel(/^Watch/);
  await save();
  await expect.element(alert()).toMatchTextContent(shown);
  await expect.element(level()).toMatchTextContent(/^Watch/);
  expect(isClosed()).toBe(false);
  isRefusing = false;
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent().map(({ body }) => body)).toEqual([{ level: 'watch' }, { level: 'watch' }]);
});

test('a refusal that names the address is shown at the address, which keeps its input', async () => {
  const reportedMessage = 'notification_email is not confirmed';
  const failure = { code: 'invalid', message: 'x' };
  await editSettings(
    '',
    { level: 'global', notification_email: 'me@example.com' },
    { answer: () => ({ state: 'refused', status: 400, reportedMessage, failure }) },
  );
  await fill(email(), 'other@example.com');
  await save();
  await expect.element(email()).toHaveAccessibleDescription(`${reportedMessage}.`);
  await expect.element(email()).toHaveFocus();
  await expect.element(email()).toHaveValue('other@example.com');
});
