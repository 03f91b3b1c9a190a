import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../axe.ts';
import { showPerson } from '../people/person-rig.ts';
import { change, changesOf, recorded } from './history-rig.ts';

const life = () => page.getByRole('region', { name: 'History', exact: true });

test('the page of a person shows the newest six changes, with the words of each list', async () => {
  const level = change({
    ...{ n: 9, collection: 'members', scope: 'project:7', id: 417, title: 'Mara Lindgren' },
    fields: [{ name: 'access_level', before: 30, after: 50 }],
  });
  const others = Array.from({ length: 8 }, (_, at) =>
    change({ n: at, fields: [{ name: 'note', before: '', after: 'x' }] }),
  );
  const shown = await showPerson({ answers: { history: changesOf([level, ...others]) } });
  await expect.element(life().getByText('Owner')).toBeVisible();
  expect(life().element().querySelectorAll('li')).toHaveLength(6);
  await expect
    .element(life().getByRole('link', { name: 'Show all 9' }))
    .toHaveAttribute('href', '#/changes?person=417');
  const row = life().getByRole('link', { name: /^Mara Lindgren · Members of/ });
  await expect.element(row).toHaveAttribute('href', '#/members/417?at=project%3A7&tab=history');
  expect(shown.calls('history.changes')).toMatchObject([
    { since: 0, filter: { person: 417 }, slice: { from: 0, count: 6 } },
  ]);
  expect(await violations()).toEqual([]);
});

test('a person without changes shows when recording began, and a failure is shown', async () => {
  await showPerson({ answers: { history: changesOf([], { recorded }) } });
  await expect.element(life().getByText('No changes recorded since Nov 1.')).toBeVisible();
});

test('in the past, the life ends at the moment, and facts that are not recorded say so', async () => {
  onTestFinished(() => history.replaceState(null, '', location.pathname));
  const shown = await showPerson({
    path: '/people/417?as_of=2025-11-20T17:00Z',
    answers: { history: changesOf([change({ n: 1 })]) },
  });
  await expect.poll(() => shown.calls('history.changes')).toMatchObject([{ until: Date.UTC(2025, 10, 20, 17) }]);
  const facts = () => document.querySelector('dl[aria-label="Main facts"]')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
  await expect.poll(facts).toMatch(/Last activity ?Not recorded ?Latest sign-in ?Not recorded/);
});
