import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ScopedDeployment } from '#shared/contract/deployments.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { Preferences } from '#shared/contract/host.ts';
import { hours, minutes, toIso } from '#shared/time.ts';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';
import DeploymentsHost from './DeploymentsHost.svelte';

const scope = 'project:7';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });
const now = Date.now();
const rows = [
  {
    ...{ id: 1, iid: 1, ref: 'main', sha: 'a'.repeat(40), status: 'running' },
    ...{ created_at: toIso(now - hours(30)), updated_at: toIso(now - hours(9)) },
    ...{ environment: { id: 1, name: 'production' }, deployable: { started_at: toIso(now - hours(9) - minutes(1)) } },
  },
  {
    ...{ id: 2, iid: 2, ref: 'main', sha: 'b'.repeat(40), status: 'success' },
    ...{ created_at: toIso(now - hours(2)), updated_at: toIso(now - hours(1)) },
    ...{ environment: { id: 1, name: 'production' }, deployable: null },
  },
];

async function show(tail = '', count = rows.length, dialect: Profile['dialect'] = 'documented') {
  const older = Array.from({ length: count - rows.length }, (_, at) => ({ ...rows[1], id: at + 3, iid: at + 3 }));
  const list = fakeList([...rows, ...older], { scope });
  const [running, newest] = list.rows as unknown as [ScopedDeployment, ScopedDeployment];
  const production = { environment: 'production', deployments: 2, newest, deployed: newest, deployedAt: now };
  return renderPage(DeploymentsHost, {
    path: `/p/7/deployments${tail}`,
    world: {
      profiles: [sampleProfile({ dialect })],
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
    answers: {
      catalogue: { get: ({ scope: asked }: { scope: string }) => (asked === scope ? project : null) },
      deployments: {
        ...listAnswers<'deployments'>(list),
        timeline: () => ({ environments: [production], total: 1, marks: [], isCapped: false, days: 14 }),
        stuck: ({ olderThanHours }) =>
          olderThanHours > 9 ? { rows: [], total: 0, changeable: 0 } : { rows: [running], total: 1, changeable: 1 },
      },
    },
  });
}
afterEach(() => page.viewport(1280, 800));

test('the branch of a deployment is shown once in its panel', async () => {
  await show('/1');
  await expect.element(page.getByRole('complementary').getByText('main', { exact: true })).toBeVisible();
});

const age = () => page.getByRole('textbox', { name: 'Hours', exact: true });

test('any whole number of hours is searched, and the bar says from which time the age counts', async () => {
  const { calls } = await show();
  await expect.element(page.getByRole('button', { name: /^oldest: job started 9h ago, production$/ })).toBeVisible();
  await expect.element(page.getByText(/^The age counts from the start of the running job, if known,/)).toBeVisible();
  await userEvent.fill(age(), '37');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No deployment running or created for more than 37 h')).toBeVisible();
  expect(calls('deployments.stuck').at(-1)).toEqual({ scope, olderThanHours: 37 });
  expect(location.hash).toContain('hours=37');
  expect(await violations()).toEqual([]);
});

test.each(['0', '-3', '1.5', '10001', 'six', ''])(
  'the number of hours “%s” is refused with the bounds',
  async (text) => {
    const { calls } = await show();
    await expect.element(age()).toHaveValue('6');
    await userEvent.fill(age(), text);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Enter a whole number of hours from 1 to 10,000. The bar still uses 6 h.');
    await expect.element(age()).toHaveAttribute('aria-invalid', 'true');
    expect(location.hash).not.toContain('hours');
    await userEvent.keyboard('{Escape}');
    await expect.element(age()).toHaveValue('6');
    await expect.element(age()).toHaveAttribute('aria-invalid', 'false');
    expect(
      calls('deployments.stuck').map((input) => (input as { olderThanHours: number }).olderThanHours),
    ).not.toContain(Number(text));
  },
);

test('an invalid number of hours in the address is quoted, and a new one replaces it', async () => {
  await show('?hours=-3');
  const problem = page.getByText(/^The address has an invalid number of hours: “-3”\./);
  await expect.element(problem).toBeVisible();
  await userEvent.fill(age(), '8');
  await userEvent.keyboard('{Enter}');
  await expect.element(problem).not.toBeInTheDocument();
  expect(location.hash).toContain('hours=8');
});

test('a filter by the end sets the status, says so, and other choices that it excludes name it as the reason', async () => {
  const { calls } = await show();
  await userEvent.click(page.getByRole('button', { name: /^Filter/ }));
  await userEvent.fill(page.getByLabelText(/^Finished after/), '2026-11-20');
  await userEvent.keyboard('{Tab}');
  const reason = 'Set by “Finished after”. Remove that filter to change it.';
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(reason)).toBeVisible();
  await expect.element(dialog.getByLabelText('Status', { exact: true })).toBeDisabled();
  await expect.element(dialog.getByLabelText('Status', { exact: true })).toHaveValue('success');
  await expect.element(dialog.getByLabelText('Running or created for more than (h)')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Status: Succeeded (set by “Finished after”)')).toBeVisible();
  await expect.element(page.getByText(/status=success and order_by=finished_at/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove filter: Status: Succeeded' })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('button', { name: 'Show 1 deployment' }))
    .toHaveAttribute('aria-disabled', 'true');
  await eventually(() => {
    const filter = (calls('deployments.list').at(-1) as { query: { filter: object } }).query.filter;
    expect(filter).toMatchObject({ status: 'success' });
    expect(filter).toHaveProperty('finished_after');
  });
});

test('the list of deployments unfinished for too long uses the hours entered last, in address or filter', async () => {
  const address = (hours: number, filter: object): string =>
    `?${new URLSearchParams({ view: JSON.stringify({ filter }), hours: String(hours) })}`;
  const { calls } = await show(address(12, { unfinished_hours: 6 }));
  const expectHours = async (hours: number): Promise<void> => {
    await expect.element(age()).toHaveValue(String(hours));
    await eventually(() => {
      const { query } = calls('deployments.list').at(-1) as { query: { filter: object } };
      expect(query.filter).toEqual({ unfinished_hours: hours });
      expect(location.hash).toContain(`hours=${hours}`);
    });
  };
  await expectHours(12);
  await userEvent.fill(age(), '9');
  await userEvent.keyboard('{Enter}');
  await expectHours(9);
  location.hash = location.hash.replace('hours=9', 'hours=7');
  await expectHours(7);
  await userEvent.click(page.getByRole('button', { name: /^Filter/ }));
  await userEvent.fill(page.getByLabelText('Running or created for more than (h)'), '8');
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(age()).toHaveValue('8');
  expect(calls('deployments.list').at(-1)).toMatchObject({ query: { filter: { unfinished_hours: 8 } } });
  expect(location.hash).not.toContain('hours=');
});

test('a long filter is shortened, so that it can be removed beside the tools of the page', async () => {
  await page.viewport(1440, 900);
  await show('?view=' + encodeURIComponent(JSON.stringify({ filter: { unfinished_hours: 6 } })));
  const remove = page.getByRole('button', { name: 'Remove filter: Running or created for more than (h): 6' });
  await expect.element(remove).toBeVisible();
  const { left, right, top, bottom } = remove.element().getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  expect(remove.element().contains(hit)).toBe(true);
});

test('beside an open side panel, all controls of the toolbar are in one line', async () => {
  await page.viewport(1440, 900);
  await show('/2', 1_200);
  await expect.element(page.getByRole('tab', { name: 'Approvals' })).toBeVisible();
  const toolbar = page.getByRole('toolbar');
  await expect.element(toolbar.getByText('1,200 deployments')).toBeVisible();
  await expect.element(toolbar.getByText(/^Synced /)).toBeVisible();
  const top = (name: string): number =>
    toolbar.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
  // The width of the texts changes when the font of the window is loaded
  await expect.poll(() => top('Columns') - top('Filter')).toBe(0);
});

test.each([
  ['gitlab', true],
  ['documented', false],
] as const)(
  'in the dialect %s, the status “Skipped” is a choice: %s, and a view with it says so',
  async (dialect, isKnown) => {
    await show(`?${new URLSearchParams({ view: JSON.stringify({ filter: { status: 'skipped' } }) })}`, 2, dialect);
    const chip = page.getByText(/^Status: Skipped/);
    await expect.element(chip).toBeVisible();
    const remark = page.getByText(/The documented API doesn’t have this value/);
    if (isKnown) await expect.element(remark).not.toBeInTheDocument();
    else await expect.element(remark).toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Remove filter: Status: Skipped' }));
    await userEvent.click(page.getByRole('button', { name: 'Filter', exact: true }));
    const choice = page.getByRole('combobox', { name: 'Status' });
    await expect.element(choice).toBeVisible();
    expect(choice.element().textContent?.includes('Skipped')).toBe(isKnown);
  },
);
