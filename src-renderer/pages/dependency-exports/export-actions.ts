import type { ExportKind, ExportRow, ExportTarget } from '#shared/contract/dependency-exports.ts';
import { dependencyExports as words } from '#shared/text/en/dependency-exports.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { planAndApply, type Change } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import type { WriteCall } from '../../stores/plans/writes.ts';
import type { ExportsState } from './exports-state.svelte.ts';

const operations = {
  project: 'dependency-exports.createForProject',
  group: 'dependency-exports.createForGroup',
  pipeline: 'dependency-exports.createForPipeline',
} as const satisfies Record<ExportKind, WriteCall['op']>;

/** Request exports of these groups, projects or pipelines with one plan. */
export function exportsChange(targets: readonly ExportTarget[], { sendsEmail = false } = {}): Change {
  return {
    title: words.plan.title,
    consequence: words.plan.consequence,
    calls: targets.map(({ kind, ref, place, exportType }) => ({
      op: operations[kind],
      path: { id: ref },
      body: { export_type: exportType, ...(sendsEmail ? { send_email: true } : {}) },
      label: place,
    })),
  };
}

/** Request the places of these exports again. */
export async function requestAgain(stores: Stores, pageState: ExportsState, ids: number[]): Promise<void> {
  await attempt(async () => {
    await planAndApply(stores, exportsChange(await pageState.list.targetsOf({ ids })));
  });
}

/** Request exports of projects that the package search does not cover, or whose export is old. */
export async function requestMissing(
  stores: Stores,
  pageState: ExportsState,
  of: 'not-covered' | 'old',
): Promise<void> {
  await attempt(async () => {
    await planAndApply(stores, exportsChange(await pageState.list.targetsOf({ of })));
  });
}

export async function saveFile(pageState: ExportsState, { id }: ExportRow): Promise<void> {
  await attempt(async () => {
    const { path } = await pageState.list.saveFile(id);
    showMessage({ tone: 'ok', title: words.saved(path) });
  });
}

export async function pinFiles(pageState: ExportsState, isPinned: boolean): Promise<void> {
  await attempt(async () => pageState.list.pin(await pageState.ids(), isPinned));
}

export async function deleteFiles(pageState: ExportsState): Promise<void> {
  await attempt(async () => {
    const deleted = await pageState.list.deleteFiles(await pageState.ids());
    showMessage({ title: words.deleted(deleted) });
  });
}

export async function removeExports(pageState: ExportsState): Promise<void> {
  await attempt(async () => {
    const removed = await pageState.list.remove(await pageState.ids());
    pageState.selection.clear();
    showMessage({ title: words.removed(removed) });
  });
}
