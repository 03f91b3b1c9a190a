import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Root from '../../../src-renderer/app/Root.svelte';
import { pages } from '../../../src-renderer/app/navigation.ts';
import '../../../src-renderer/styles/index.css';
import { fakeCore, type FakeAnswers, type FakeCore } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';

export type Theme = 'light' | 'dark';

/** A whole window at a path, with a core in memory. */
export async function openWindow({
  path = '/activity',
  world = {},
  answers = {},
  theme = 'light',
}: {
  path?: string;
  world?: Partial<FakeWorld>;
  answers?: FakeAnswers;
  theme?: Theme;
} = {}): Promise<FakeCore> {
  history.replaceState(null, '', `#${path}`);
  const core = fakeCore({ world, answers });
  core.world.preferences = { ...core.world.preferences, theme };
  document.body.style.height = '100vh';
  // Keys go to the frame with the focus.
  window.focus();
  // The modules of a page are compiled when they are first loaded, which can take long.
  await pages.find(({ segment }) => segment === path.split('/')[1])?.load();
  const screen = await render(Root, { session: core.session });
  screen.container.style.height = '100%';
  await expect.poll(() => core.session.isReachable).toBe(true);
  return core;
}

export const heading = (name: string): ReturnType<typeof page.getByRole> =>
  page.getByRole('heading', { name, exact: true });
export const button = (name: string | RegExp): ReturnType<typeof page.getByRole> => page.getByRole('button', { name });
export const dialog = (): ReturnType<typeof page.getByRole> => page.getByRole('dialog');

/** Number of calls of a verb. */
export const callsOf = (core: FakeCore, verb: string): unknown[] =>
  core.calls.filter((call) => call.verb === verb).map(({ input }) => input);
