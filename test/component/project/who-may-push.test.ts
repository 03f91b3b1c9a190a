import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import { explainWord } from '#shared/text/en/failures.ts';
import WhoMayPush from '../../../src-renderer/pages/branches/WhoMayPush.svelte';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });
const people = [
  { id: 1, name: 'Ada', username: 'ada', access_level: 50, is_direct: false, state: 'active' },
  { id: 2, name: 'Bo', username: 'bo', access_level: 40, is_direct: true, state: 'active', expires_at: '2027-01-31' },
  { id: 3, name: 'Cy', username: 'cy', access_level: 30, is_direct: true, state: 'active' },
];

async function show(branch: object, { isSynced = true, summary = {} } = {}) {
  const list = fakeList(isSynced ? people : [], { scope });
  if (!isSynced) list.readAt = {};
  const answers = listAnswers<'members'>(list) as unknown as {
    list: (asked: never) => { rows: { row: unknown }[] };
    summary: (asked: never) => unknown;
  };
  const rendered = await renderPage(WhoMayPush as never, {
    props: { branch, scope },
    world: {
      catalogue: [project],
      ...(!isSynced && { connection: sampleConnection({ state: 'offline', reason: 'connection-lost' }) }),
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
    answers: {
      members: {
        ...answers,
        summary: async (asked: never) => ({ ...((await answers.summary(asked)) as object), ...summary }),
        // The fake list has no lower bounds
        list: (asked: { query: { filter: { access_level_min: number } } }) => {
          const { access_level_min: least, ...filter } = asked.query.filter;
          const reply = answers.list({ ...asked, query: { ...asked.query, filter } } as never);
          const rows = reply.rows.filter(({ row }) => (row as { access_level: number }).access_level >= least);
          return { ...reply, rows, total: rows.length };
        },
      } as never,
    },
  });
  return { ...rendered, list };
}
const role = (name: string) => page.getByRole('heading', { name, exact: true });

test('who may push to a protected branch is inferred from the roles of the members, and marked as inferred', async () => {
  await show({ name: 'main', protected: true, developers_can_push: false });
  await expect.element(page.getByText('Who may push (inferred)')).toBeVisible();
  await expect.element(role('Owner')).toBeVisible();
  await expect.element(role('Maintainer')).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Bo' })).toMatchTextContent(/until Jan 31, 2027/);
  await expect.element(role('Developer')).not.toBeInTheDocument();
  expect(page.getByText('Cy').elements()).toEqual([]);
});

test('developers are listed too if they may push', async () => {
  await show({ name: 'main', protected: true, developers_can_push: true });
  await expect.element(role('Developer')).toBeVisible();
  await expect.element(page.getByText('Cy')).toBeVisible();
});

test('if the members were never synced, the panel shows this instead of an empty list', async () => {
  await show({ name: 'main', protected: true }, { isSynced: false });
  await expect.element(page.getByText('The members of this project have never been synced.')).toBeVisible();
  expect(page.getByText('No synced member has such a role.').elements()).toEqual([]);
});

test('if the token may not read the members, the panel says so', async () => {
  const refusal = { at: 1_000, status: 403, reason: 'role', message: null };
  await show({ name: 'main', protected: true }, { isSynced: false, summary: { refusal } });
  await expect.element(page.getByText(explainWord('role').what)).toBeVisible();
});
