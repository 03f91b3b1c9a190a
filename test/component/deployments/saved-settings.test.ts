import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { Preferences } from '#shared/contract/host.ts';
import { hours, toIso } from '#shared/time.ts';
import type { ScopedDeployment } from '#shared/contract/deployments.ts';
import { settingsTable } from '../../../src-renderer/pages/deployments/settings.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import DeploymentsHost from './DeploymentsHost.svelte';

const scope = 'project:7';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });
const now = Date.now();
const row = {
  ...{ id: 1, iid: 1, ref: 'main', sha: 'a'.repeat(40), status: 'success', deployable: null },
  ...{
    created_at: toIso(now - hours(2)),
    updated_at: toIso(now - hours(1)),
    environment: { id: 1, name: 'production' },
  },
};

afterEach(() => page.viewport(1280, 800));

async function show(query = '', tables: Record<string, unknown> = {}) {
  const list = fakeList([row], { scope });
  const [newest] = list.rows as unknown as [ScopedDeployment];
  const production = { environment: 'production', deployments: 1, newest, deployed: newest, deployedAt: now };
  return renderPage(DeploymentsHost, {
    path: `/p/7/deployments${query}`,
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } }, tables }),
    },
    answers: {
      catalogue: { get: ({ scope: asked }: { scope: string }) => (asked === scope ? project : null) },
      deployments: {
        ...listAnswers<'deployments'>(list),
        timeline: ({ days }) => ({
          ...{ environments: [production], total: 1, marks: [], isCapped: false },
          days: days ?? 14,
        }),
        stuck: () => ({ rows: [], total: 0, changeable: 0 }),
      },
    },
  });
}
const range = () => page.getByRole('combobox', { name: 'Time range', exact: true });
const age = () => page.getByRole('textbox', { name: 'Hours', exact: true });
const grid = () => page.getByRole('grid', { name: 'Deployments by environment and time' });

test('the time range and the age of stuck deployments are in the address, and saved as the default', async () => {
  const { calls, core } = await show('?days=30&hours=12');
  await expect.element(range()).toHaveValue('30');
  await expect.element(age()).toHaveValue('12');
  await eventually(() => expect(calls('deployments.timeline').at(-1)).toMatchObject({ scope, days: 30 }));
  await userEvent.selectOptions(range(), '7');
  await eventually(() => expect(location.hash).toBe('#/p/7/deployments?days=7&hours=12'));
  await fill(age(), '13');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(location.hash).toBe('#/p/7/deployments?days=7&hours=13'));
  await eventually(() => expect(core.world.preferences.tables[settingsTable]).toMatchObject({ days: 7, hours: 13 }));
});

test('where the address has no time range and no age, the saved ones are used', async () => {
  const { calls } = await show('', { [settingsTable]: { layout: 'grid', days: 7, hours: 13 } });
  await expect.element(range()).toHaveValue('7');
  await expect.element(age()).toHaveValue('13');
  await eventually(() => expect(calls('deployments.timeline').at(-1)).toMatchObject({ scope, days: 7 }));
  await eventually(() => expect(calls('deployments.stuck').at(-1)).toMatchObject({ scope, olderThanHours: 13 }));
});

test('the list shows the same deployments instead of the grid, and is saved as the layout', async () => {
  const { core } = await show();
  await expect.element(grid().getByRole('rowheader', { name: 'production' })).toBeVisible();
  await click(page.getByRole('button', { name: 'List', exact: true }));
  await expect.element(grid()).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: /production/ }).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await eventually(() => expect(core.world.preferences.tables[settingsTable]).toMatchObject({ layout: 'list' }));
});
