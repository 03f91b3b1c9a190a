import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import type { AllowlistEntry, JobTokenReach } from '#shared/contract/job-token-reach.ts';
import JobTokenScope from '../../../src-renderer/pages/job-token-scope/JobTokenScope.svelte';
import { renderPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { sampleEntry } from '../samples.ts';

const projectAt = (id: number, path: string) =>
  sampleEntry({ key: id, kind: 'project', id, ref: id, scope: `project:${id}`, path });

export const core = projectAt(7, 'acme/core');
export const website = projectAt(8, 'acme/website');
export const images = projectAt(9, 'acme/tools/images');
export const warehouse = projectAt(10, 'other/warehouse');
export const others = sampleEntry({ key: 20, kind: 'group', id: 20, ref: 20, scope: 'group:20', path: 'other' });
export const base = '/p/7/access/job-token';

const entryOf = (kind: AllowlistEntry['kind'], id: number, path: string): AllowlistEntry => ({
  ...{ kind, id, path, projects: kind === 'group' ? 3 : null, isBroad: false, alsoBy: null, note: null },
});
export const listed = [entryOf('project', website.id ?? 0, 'acme/website'), entryOf('group', 30, 'acme/tools')];

/** What Reeve knows about the scope of the project `acme/core`. */
export function reachOf(over: Partial<JobTokenReach> = {}): JobTokenReach {
  const list = { syncedAt: Date.now(), refusal: null };
  return {
    ...{ path: 'acme/core', flag: { inbound: true, outbound: false }, syncedAt: Date.now(), rows: [] },
    ...{ lists: { flag: list, projects: list, groups: list }, entries: listed },
    counts: { into: 0, from: 0, unknownGroups: 0, broad: 0, dead: 0, projects: 4, synced: 1 },
    ...over,
  };
}

/** A core that knows these projects, with the project `acme/core` chosen. */
export function givenReach(reach = reachOf()): { world: Partial<FakeWorld>; answers: FakeAnswers } {
  return {
    world: {
      catalogue: [core, website, images, warehouse, others],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: core.scope, recent: [] } } }),
    },
    answers: { jobTokenReach: { get: () => reach } },
  };
}

/** An entry of the allowlist is named by its path. */
const nameOf: FakeWrites['nameOf'] = ({ path, body }) => {
  const { target_project_id: id } = { ...path, ...body };
  return { label: [website, images, warehouse].find((one) => one.id === id)?.path ?? 'other' };
};

/** The page of the job token scope of `acme/core`. */
export async function jobTokenPage({
  reach,
  world = {},
  writes = {},
  path = base,
}: { path?: string; reach?: JobTokenReach; world?: Partial<FakeWorld>; writes?: Partial<FakeWrites> } = {}) {
  const given = givenReach(reach);
  const rendered = await renderPage(PageWithPlan, {
    path,
    answers: given.answers,
    world: { ...given.world, ...world, writes: sampleWrites({ nameOf, ...writes }) },
    props: { shown: JobTokenScope, own: { scope: core.scope, base } },
  });
  await expect.element(page.getByRole('heading', { name: 'Allowlist', exact: true })).toBeVisible();
  return rendered;
}

export const dialog = (): Locator => page.getByRole('dialog');
export const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
export const inDialog = (name: string | RegExp): Locator => dialog().getByRole('button', { name, exact: true });
export const entry = (name: string): Locator => page.getByRole('checkbox', { name: `Select ${name}` });
export const field = (name: string): Locator => dialog().getByLabelText(name, { exact: true });
export const shown = (words: string | RegExp): Locator => dialog().getByText(words, { exact: false });

/** Enter an entry in a field for several entries. */
export async function enter(name: string, text: string): Promise<void> {
  await userEvent.fill(field(name), text);
  await userEvent.keyboard('{Enter}');
}
