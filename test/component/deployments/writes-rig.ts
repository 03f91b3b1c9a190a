import { page, type Locator } from 'vitest/browser';
import { canChangeStatus, type ScopedDeployment } from '#shared/contract/deployments.ts';
import { Preferences } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import { hours, toIso } from '#shared/time.ts';
import DeploymentsPage from '../../../src-renderer/pages/deployments/DeploymentsPage.svelte';
// Loaded before the tests, because the first load also compiles them
import '../../../src-renderer/pages/deployments/forms/change-status.ts';
import '../../../src-renderer/pages/deployments/forms/create-deployment.ts';
import '../../../src-renderer/pages/deployments/forms/repair-stuck.ts';
import type { RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { dialog, renderWithPlan } from '../plan/render-with-plan.ts';
import { sampleEntry } from '../samples.ts';

export const scope = 'project:7';
const base = '/p/7/deployments';
export const branchHead = 'f'.repeat(40);

/** A deployment with this ID. Deployments with higher IDs are newer. */
export const deployment = (id: number, environment: string, status: string, job: string | null = null) => ({
  ...{ id, iid: id, ref: 'main', sha: 'a'.repeat(40), status, environment: { id: 1, name: environment } },
  ...{ created_at: toIso(Date.now() - hours(100 - id)), updated_at: toIso(Date.now() - hours(100 - id)) },
  deployable: job === null ? null : { status: job, pipeline: { web_url: `https://git.example/pipelines/${id}` } },
});

/** The newest deployments of `staging` and `production`, a running one, and an old one that can be deleted. */
export const four = [
  deployment(1, 'staging', 'failed'),
  deployment(2, 'staging', 'running'),
  deployment(3, 'staging', 'success'),
  deployment(4, 'production', 'success'),
];

type DeploymentsInput = Parameters<NonNullable<NonNullable<FakeAnswers['deployments']>['list']>>[0];

interface Options {
  tail?: string;
  rows?: readonly ReturnType<typeof deployment>[];
  stuck?: readonly number[];
  writes?: Partial<FakeWrites>;
  world?: Partial<FakeWorld>;
  /** False: the list of branches is never answered. */
  listsBranches?: boolean;
}

/** The deployments of a project. `stuck`: the IDs of deployments that have been unfinished for too long. */
export async function deployments({
  tail = '',
  rows = four,
  stuck = [],
  writes = {},
  world = {},
  listsBranches = true,
}: Options = {}): Promise<RenderedPage & { list: FakeList; finish: (id: number) => void }> {
  await page.viewport(1440, 900);
  const list = fakeList(rows, { scope });
  const all = list.rows as unknown as ScopedDeployment[];
  const newestBy = new Map(all.map((one) => [one.row.environment?.name ?? '', one]));
  const nameOf: FakeWrites['nameOf'] = ({ path }) => {
    const found = all.find(({ row }) => row.id === path?.['deployment_id']);
    return { label: `${found?.row.environment?.name} #${found?.row.iid}` };
  };
  const environments = [...newestBy].map(([environment, newest]) => ({
    ...{ environment, deployments: 1, newest, deployed: newest, deployedAt: Date.now() },
  }));
  let found = all.filter(({ row }) => stuck.includes(row.id));
  const dialect = world.profiles?.[0]?.dialect ?? 'documented';
  const plain = listAnswers<'deployments'>(list);
  const answers = {
    deployments: {
      ...plain,
      get: ({ scope: at, id }: { scope: string; id: number }) => {
        const found = at === scope ? list.rows.find(({ row }) => row['id'] === id) : undefined;
        if (found === undefined) return null;
        const { row, key, fetchedAt: listFetchedAt, notReturnedSince } = found;
        return { row, key, listFetchedAt, detailFetchedAt: listFetchedAt, notReturnedSince, deletedAt: null };
      },
      list: (input: DeploymentsInput, signal: AbortSignal) =>
        input.query.filter?.unfinished_hours === undefined
          ? (plain.list?.(input, signal) ?? Promise.reject(new Failure('bug', 'no list')))
          : { total: found.length, isCapped: false, from: 0, rows: found, revision: 1, queryMs: 0, serverFilters: [] },
      perEnvironment: () => ({ environments, total: environments.length }),
      timeline: () => ({ environments, total: environments.length, marks: [], isCapped: false, days: 14 }),
      stuck: () => ({
        ...{ rows: found, total: found.length },
        changeable: found.filter(({ row }) => canChangeStatus(row, dialect)).length,
      }),
    },
    branches: {
      list: () => {
        if (!listsBranches) return new Promise<never>(() => undefined);
        return {
          ...{ total: 1, isCapped: false, from: 0, revision: 1, queryMs: 0, serverFilters: [] },
          rows: [{ row: { name: 'main' }, key: 1, scope, fetchedAt: 1, notReturnedSince: null }],
        };
      },
      get: ({ id }: { id: string }) => {
        if (id !== 'main') throw new Failure('missing', 'no such branch');
        return {
          ...{ row: { name: 'main', commit: { id: branchHead } }, key: 1, scope, listFetchedAt: 1 },
          ...{ detailFetchedAt: null, notReturnedSince: null, deletedAt: null },
        };
      },
    },
    commits: {
      refresh: ({ id }: { id: string }) => {
        if (id.startsWith('0')) throw new Failure('missing', 'no such commit');
        return { fetchedAt: 1 };
      },
    },
  };
  const rendered = await renderWithPlan(DeploymentsPage, {
    path: base + tail,
    props: { base },
    writes: { nameOf, ...writes },
    world: {
      catalogue: [sampleEntry({ key: 2, kind: 'project', id: 7, ref: 7, scope, path: 'platform/web' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
      ...world,
    },
    answers: answers as unknown as FakeAnswers,
  });
  const finish = (id: number): void => void (found = found.filter(({ row }) => row.id !== id));
  return { ...rendered, list, finish };
}

export const panel = (): Locator => page.getByRole('complementary');
/** An option of a choice in the dialog. */
export const option = (label: string): Locator => dialog().getByText(label, { exact: true });
