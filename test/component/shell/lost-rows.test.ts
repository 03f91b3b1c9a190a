import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { sampleJob, sampleProfile } from '../samples.ts';
import { button, callsOf, dialog, openWindow } from './window.ts';

const lost = (id: string, scope: string, notReturnedFound: number, profileId = 'p1') =>
  sampleJob({
    ...{ id, profileId, kind: 'lists.crawl', input: { collection: 'members', scope }, notReturnedFound },
    ...{ state: 'needs-person', asks: 'not-returned', lanes: [] },
  });

const jobs = [lost('a', 'project:7', 12), lost('b', 'project:8', 1_300), lost('c', 'group:5', 40)];
const notice = () => page.getByRole('region', { name: '3 lists: more than 20% of the rows weren’t returned' });

test('lists that lost many rows are shown in one notice, which counts as one problem', async () => {
  await openWindow({ world: { jobs } });
  await expect.element(notice().getByText('1,300 members of project 8')).toBeVisible();
  await expect.element(notice().getByText('40 members of group 5')).toBeVisible();
  await expect.element(button('Mark as not returned…').nth(3)).not.toBeInTheDocument();
  await click(button('1 notice'));
  await expect
    .element(dialog().getByText('3 lists: more than 20% of the rows weren’t returned: Needs a decision'))
    .toBeVisible();
});

test('all lists of the notice are accepted at once, after a confirmation', async () => {
  const core = await openWindow({ world: { jobs } });
  await click(button('Mark all as not returned…'));
  expect(callsOf(core, 'jobs.confirmNotReturned')).toEqual([]);
  await click(dialog().getByRole('button', { name: 'Mark all as not returned' }));
  await expect.poll(() => callsOf(core, 'jobs.confirmNotReturned')).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  await expect.element(notice()).not.toBeInTheDocument();
});

test('each list of the notice is accepted or kept on its own', async () => {
  const core = await openWindow({ world: { jobs } });
  const row = (text: string) => notice().getByRole('listitem').filter({ hasText: text });
  await click(row('project 8').getByRole('button', { name: 'Mark as not returned…' }));
  await click(dialog().getByRole('button', { name: 'Mark as not returned' }));
  await expect.poll(() => callsOf(core, 'jobs.confirmNotReturned')).toEqual([{ id: 'b' }]);
  await click(page.getByRole('listitem').filter({ hasText: '12 members' }).getByRole('button', { name: 'Keep rows' }));
  await expect.poll(() => callsOf(core, 'jobs.cancel')).toEqual([{ id: 'a' }]);
});

test('each instance has its own notice, and a question about one list is shown as a job', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const others = [lost('d', 'project:9', 20, 'p2'), lost('e', 'project:10', 30, 'p2')];
  await openWindow({ world: { profiles, jobs: [lost('a', 'project:7', 12), ...others] } });
  const other = page.getByRole('region', { name: '2 lists: more than 20% of the rows weren’t returned' });
  await expect.element(other.getByText('Staging')).toBeVisible();
  await expect.element(page.getByText(/^The last sync didn’t return 12 cached members/)).toBeVisible();
});
