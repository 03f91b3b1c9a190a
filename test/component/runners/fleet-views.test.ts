import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import type { CleanupRow } from '#shared/contract/runners.ts';
import { days } from '#shared/time.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { fakeRunners } from '../console/fake-runners.ts';
import { box, renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { listAnswers } from '../fake-list.ts';
import { sampleWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { chosen, expectDisabled, run } from '../page-rig.ts';
import { sampleConnection } from '../samples.ts';

const fleet = { runners: 8, serving: 5, withoutDetails: 0, listSyncedAt: Date.now() };
const coverage: NonNullable<NonNullable<FakeAnswers['runners']>['coverage']> = ({ assumePaused }) => ({
  ...fleet,
  ...{ total: 3, tags: 3, gaps: assumePaused === null ? 0 : 1, single: 1, newGaps: assumePaused === null ? 0 : 1 },
  ...{ newSingle: 0, assumedPaused: assumePaused === null ? 0 : 2 },
  rows: [
    { tag: 'docker', runners: 4, serving: 2, left: assumePaused === null ? 2 : 0, last: null },
    { tag: 'arm', runners: 3, serving: 1, left: 1, last: { id: 7, name: 'runner-007' } },
    { tag: null, runners: 1, serving: 0, left: 0, last: null },
  ],
});
const stale = (id: number): CleanupRow => ({
  ...{ id, name: `stale ${id}`, verdict: 'pause', status: 'stale', contactedAt: Date.now() - days(90), tags: [] },
  note: id === 3 ? 'Rack 7' : null,
});
const all = [1, 2, 3].map(stale);
const cleanup: NonNullable<NonNullable<FakeAnswers['runners']>['cleanup']> = ({ query: { rule, verdict }, slice }) => {
  const rows = all.map((row) => (rule.excludeIds.includes(row.id) ? { ...row, verdict: 'excluded' as const } : row));
  const paused = rows.filter((row) => row.verdict === 'pause');
  const shown = verdict === 'pause' ? paused : rows;
  return {
    ...fleet,
    ...{
      total: shown.length,
      isCapped: false,
      from: slice.from,
      rows: shown.slice(slice.from),
      revision: 1,
      queryMs: 1,
    },
    ...{ counts: { pause: paused.length, excluded: rows.length - paused.length }, detailsToSync: 0 },
  };
};

function view(path: string, world: object = {}, scope = '', over: FakeAnswers['runners'] = {}): Promise<RenderedPage> {
  return renderPage(RunnersPage, {
    path: `/runners${path}`,
    hasPlans: true,
    world: { writes: sampleWrites({ confirmation: () => ({ kind: 'plan' }) }), ...world },
    answers: {
      runners: {
        ...listAnswers<'runners'>(fakeRunners(8, scope)),
        coverage,
        versions: () => ({
          ...fleet,
          versions: [
            { version: '18.5.2', runners: 5 },
            { version: '17.11.1', runners: 2 },
            { version: null, runners: 1 },
          ],
          total: 3,
        }),
        versionCounts: ({ prefixes }) => ({ counts: prefixes.map((prefix) => ({ prefix, total: 6 })), at: Date.now() }),
        cleanup,
        ...over,
      },
    },
  });
}
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const filterOf = (name: string): unknown => {
  const href = page.getByRole('link', { name, exact: true }).element().getAttribute('href') ?? '';
  return (JSON.parse(new URLSearchParams(href.split('?')[1]).get('view') ?? '{}') as { filter: unknown }).filter;
};

test('coverage shows which tags one runner serves, and its links list exactly the counted runners', async () => {
  await view('/coverage');
  await expect.element(row('docker')).toMatchTextContent('Several');
  await expect.element(row('arm')).toMatchTextContent('Only one');
  await expect.element(page.getByRole('link', { name: 'runner-007' })).toHaveAttribute('href', '#/runners/7');
  expect(filterOf('docker')).toEqual({ tag_list: ['docker'] });
  expect(filterOf('2 available: docker')).toEqual({ tag_list: ['docker'], status: 'online', paused: false });
  expect(filterOf('Without tags')).toEqual({ untagged: true });
});

test('what-if shows the tags that no runner would serve without the selected ones, and sends no request', async () => {
  const rendered = await view('');
  const { calls } = rendered;
  await rendered.table();
  for (const index of [0, 1]) box(index).click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await run(rendered, 'runners.whatIf');
  const whatIf = page.getByRole('checkbox', { name: 'Treat the 2 selected runners as paused' });
  await expect.element(whatIf).toBeChecked();
  await expect.element(row('docker')).toMatchTextContent('No available runner');
  await expect.element(page.getByText(/^Without 2 runners: 1 more tags? without an available runner/)).toBeVisible();
  expect(calls('runners.coverage').at(-1)).toMatchObject({ assumePaused: { kind: 'ids', ids: [1, 2] } });
  await click(whatIf);
  await expect.element(row('docker')).toMatchTextContent('Several');
  expect(calls('changes.plan')).toEqual([]);
});

test('unknown tags and versions are offered to be synced', async () => {
  const withoutDetails = { ...fleet, withoutDetails: 3 };
  const none = { rows: [], total: 0, tags: 0, gaps: 0, single: 0, newGaps: 0, newSingle: 0, assumedPaused: 0 };
  const { calls } = await view('/coverage', {}, '', { coverage: () => ({ ...withoutDetails, ...none }) });
  await expect.element(page.getByText('No tags are known yet.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Sync details (3 requests)' }));
  await eventually(() => expect(calls('jobs.details')).toMatchObject([{ collection: 'runners', scope: '' }]));
});

test('versions are counted in the cache, and on the instance on request', async () => {
  const { calls } = await view('/versions');
  const cells = row('18.5.2').getByRole('cell');
  await expect.element(cells.nth(1)).toMatchTextContent('5');
  await expect.element(cells.nth(2)).toHaveTextContent('');
  expect(filterOf('Runners of version 18.5.2')).toEqual({ version: '18.5.2' });
  await click(page.getByRole('button', { name: /^Count all 2/ }));
  await expect.element(cells.nth(2)).toMatchTextContent('6');
  expect(calls('runners.versionCounts')).toEqual([{ scope: '', prefixes: ['18.5.2', '17.11.1'] }]);
  const prefix = page.getByLabelText('Version starts with');
  await click(page.getByRole('button', { name: 'Count on instance' }));
  await expect.element(prefix).toHaveAccessibleDescription(/Enter the start of a version\./);
  await fill(prefix, '17.');
  await click(page.getByRole('button', { name: 'Count on instance' }));
  await expect.element(row('17.…').getByRole('cell').nth(2)).toMatchTextContent('6');
  expect(filterOf('Runners of version 17.…')).toEqual({ version_prefix: '17.' });
});

test('the versions of a project can’t be counted on the instance, and the button says why', async () => {
  const scope = 'project:7';
  await view('/versions', chosen({ kind: 'project', id: 7, path: 'acme/core' }), scope);
  const ask = page.getByRole('button', { name: 'Count on instance' });
  await expectDisabled(ask, /only for the whole instance/);
});

test('a cleanup rule with an invalid number of days or ID is explained, and can’t be applied', async () => {
  const { calls } = await view('/stale');
  await expect.element(page.getByRole('button', { name: 'Pause 3 runners…' })).toBeVisible();
  const pause = page.getByRole('button', { name: /^Pause \d runners?…/ });
  const limit = page.getByLabelText('No contact for more than');
  for (const wrong of ['0', '3651', '']) {
    await fill(limit, wrong);
    await expect.element(limit).toHaveAccessibleDescription(/Enter a whole number from 1 to 3,650\./);
    await expect.element(pause).toHaveAttribute('aria-disabled', 'true');
  }
  await expectDisabled(pause, 'Correct the rule first');
  await fill(limit, '30');
  await expect.element(pause).not.toHaveAttribute('aria-disabled', 'true');
  await userEvent.type(page.getByLabelText('Exclude runners (IDs)'), 'x7,');
  await expect.element(page.getByText('Not a runner ID: x7')).toBeVisible();
  const rules = (calls('runners.cleanup') as { query: { rule: { olderThanDays: number } } }[]).map(
    ({ query }) => query.rule.olderThanDays,
  );
  expect(new Set(rules)).toEqual(new Set([30]));
});

test('one plan pauses the stale runners with a note, except those that were excluded', async () => {
  const { calls } = await view('/stale');
  await userEvent.type(page.getByLabelText('Exclude runners (IDs)'), '1,');
  await fill(page.getByLabelText('Maintenance note'), 'No contact since {contact}.');
  await click(page.getByRole('button', { name: 'Pause 2 runners…' }));
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Pause 2 runners and add a note');
  const [planned] = calls('changes.plan') as { calls: { path: object; body: { maintenance_note: string } }[] }[];
  expect(planned?.calls.map(({ path }) => path)).toEqual([{ id: 2 }, { id: 3 }]);
  expect(planned?.calls.map(({ body }) => body)).toMatchObject([
    { paused: true, maintenance_note: expect.stringMatching(/^No contact since \d{4}-\d\d-\d\d\.$/) as string },
    {
      paused: true,
      maintenance_note: expect.stringMatching(/^Rack 7\n\nNo contact since \d{4}-\d\d-\d\d\.$/) as string,
    },
  ]);
  expect(calls('changes.apply')).toEqual([]);
});

test('offline, the preview of a cleanup is shown, and can’t be applied', async () => {
  await view('/stale', { connection: sampleConnection({ state: 'offline' }) });
  await expect.element(page.getByRole('grid').getByText('Will be paused').first()).toBeVisible();
  const pause = page.getByRole('button', { name: /^Pause \d+ runners…/ });
  await expectDisabled(pause, /Requires the network/);
});
