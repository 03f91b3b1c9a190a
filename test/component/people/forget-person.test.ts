import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Forgettable } from '#shared/contract/history.ts';
import { Failure } from '#shared/errors.ts';
import { forgotten } from '#shared/text/en/forgotten.ts';
import { click } from '../click.ts';
import { id, membership, person, showPerson, source } from './person-rig.ts';

const known: Forgettable = {
  ...{ name: 'Mara Lindgren', isReturned: false, entries: 12, states: 2, archived: 0, notices: 1, journal: 3 },
};
const gone = person({ sources: [source({ notReturnedSince: 1_000 })] });
const dialog = () => page.getByRole('dialog');
const forgetButton = () => dialog().getByRole('button', { name: 'Forget Mara Lindgren' });

async function open(found = gone, forget: () => Forgettable = () => known) {
  const shown = await showPerson({ found, answers: { history: { forgettable: () => known, forget } } });
  await click(page.getByRole('button', { name: 'More actions' }));
  return shown;
}
const entry = () => page.getByRole('menuitem', { name: 'Forget this person…' });

test('a person is forgotten after the username was typed, and the dialog says what is replaced and what stays', async () => {
  const { calls } = await open();
  await click(entry());
  await expect
    .element(dialog())
    .toMatchTextContent(
      /12 entries of the history, 2 monthly states, 1 notice, 3 entries of the journal, and ended plans/,
    );
  await expect
    .element(dialog())
    .toMatchTextContent(/What stays:.*such as issues.*backups.*exported.*drafts that you saved\./);
  await click(forgetButton());
  await expect.element(page.getByText('Type exactly mara.lindgren.')).toBeVisible();
  expect(calls('history.forget')).toEqual([]);
  await dialog().getByLabelText('Type mara.lindgren to confirm').fill('mara.lindgren');
  await click(forgetButton());
  await expect.element(page.getByText('Mara Lindgren is forgotten')).toBeVisible();
  await expect.element(page.getByText('Replaced in 12 entries of the history and 3 of the journal.')).toBeVisible();
  expect(calls('history.forget')).toEqual([{ person: id }]);
  expect(location.hash).toBe('#/users');
});

test('the dialog shows why a person was not forgotten', async () => {
  await open(gone, () => {
    throw new Failure('conflict', 'x', { reportedMessage: forgotten.isPlanned });
  });
  await click(entry());
  await dialog().getByLabelText('Type mara.lindgren to confirm').fill('mara.lindgren');
  await click(forgetButton());
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(forgotten.isPlanned);
});

test.each([
  ['an account', person()],
  ['a membership', person({ sources: [source({ notReturnedSince: 1 })], memberships: [membership()] })],
])('a person can’t be forgotten while the instance returns %s', async (_, found) => {
  const { calls } = await open(found);
  await expect.element(entry()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/so the next sync would store the person again/).first()).toBeInTheDocument();
  expect(calls('history.forgettable')).toEqual([]);
});
