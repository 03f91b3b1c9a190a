import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import type { CommitCreate } from '#shared/contract/commits.ts';
import BuilderPage from '../../../src-renderer/pages/code/builder/BuilderPage.svelte';
import { base, fakeRepository, showCode, type FakeRepository } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, field, pressEnter, write } from '../code/controls.ts';
import type { RenderedPage } from '../console/render-page.ts';
import type { FakeWorld } from '../fake-world.ts';

export interface OpenedBuilder extends RenderedPage {
  repository: FakeRepository;
  /** The bodies of the planned commits. */
  bodies: () => CommitCreate[];
}

/** The commit builder of a project. `query`: the query of its address. */
export async function openBuilder({
  repository = fakeRepository(),
  world = {},
  query = '',
}: { repository?: FakeRepository; world?: Partial<FakeWorld>; query?: string } = {}): Promise<OpenedBuilder> {
  await page.viewport(1440, 900);
  // A test can open it again, as after a reload
  cleanup();
  const shown = await showCode(BuilderPage, repository, { path: `${base}/builder${query}`, world });
  await expect.element(page.getByRole('heading', { name: 'Commit builder' })).toBeVisible();
  const bodies = () => shown.core.world.writes.plans.toReversed().map(({ id }) => bodyOf(shown, id));
  return { ...shown, repository, bodies };
}

function bodyOf({ core }: RenderedPage, planId: string): CommitCreate {
  return core.world.writes.calls[planId]?.[0]?.body as unknown as CommitCreate;
}

export const column = (name: string): Locator => page.getByRole('region', { name, exact: true });
export const request = (): Locator => column('Request');
export const send = (): Locator => button('Commit…');
export const plan = (): Promise<void> => click(send());

/** Choose an action of the menu. */
export async function choose(entry: string): Promise<void> {
  const trigger = button('Add action…');
  await expect.element(trigger).toBeVisible();
  (trigger.element() as HTMLElement).focus();
  pressEnter(trigger);
  await click(page.getByRole('menuitem', { name: entry, exact: true }));
}

/** Add an action, and enter the path of its file. */
export async function addAction(entry: string, path: string): Promise<void> {
  await choose(entry);
  await enterPath(path);
}
export async function enterPath(path: string, label = 'Path'): Promise<void> {
  await fill(field(label), path);
  confirm(field(label));
}

/** Press Enter in the field of the path. The field is hidden if the file was already found. */
function confirm(path: Locator): void {
  if (path.elements().length > 0) pressEnter(path);
}

/** Replace a wrong path. The field is hidden when the file was found. */
export async function correctPath(path: string): Promise<void> {
  await enterPath(path);
  await expect.poll(() => document.querySelector('main input[aria-invalid]')).toBeNull();
  confirm(field('Path'));
  await expect.element(field('Path')).not.toBeInTheDocument();
}

/** A commit of one changed file, which can be planned. */
export async function changeReadme(text = 'Ours\n'): Promise<void> {
  await addAction('Update a file', 'README.md');
  await write('Content of README.md', text);
  await fill(field('Commit message'), 'Ours');
}
