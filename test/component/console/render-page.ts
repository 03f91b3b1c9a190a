import type { Component } from 'svelte';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { CollectionName } from '#shared/contract/collections.ts';
import { pageOf } from '../../../src-renderer/app/navigation.ts';
import { eventually } from '../eventually.ts';
import '../../../src-renderer/styles/index.css';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { createStores, type Stores } from '../../../src-renderer/stores/context.ts';
import { fakeCore, type FakeAnswers, type FakeCore } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import PageHost from './PageHost.svelte';

export interface RenderedPage {
  core: FakeCore;
  stores: Stores;
  /** The table with the focus, after its first row is loaded. */
  table: () => Promise<HTMLElement>;
  /** Leave the page, or show it again. */
  show: (isShown: boolean) => Promise<void>;
  press: (keys: string) => Promise<void>;
  /** The inputs of all calls of one verb. */
  calls: (verb: string) => unknown[];
}

/** The component of the page that lists a collection. */
export async function loadPage(collection: CollectionName): Promise<{ default: Component }> {
  const page = pageOf(collection);
  if (page === undefined) throw new Error(`${collection} has no page: add a line to src-renderer/app/navigation.ts`);
  return page.load();
}

/** One page with a core in memory. */
export async function renderPage(
  page: Component<never>,
  {
    world,
    answers = {},
    path = '/',
    props = {},
    hasPlans = false,
  }: { world?: Partial<FakeWorld>; answers?: FakeAnswers; path?: string; props?: object; hasPlans?: boolean } = {},
): Promise<RenderedPage> {
  location.hash = `#${path}`;
  messages.clear();
  const core = fakeCore({ answers, ...(world === undefined ? {} : { world }) });
  const stores = createStores(core.session);
  const screen = await render(PageHost, { stores, page, own: props, hasPlans });
  return {
    core,
    stores,
    table: async () => {
      await eventually(() => cell(0));
      const grid = document.querySelector<HTMLElement>('[role="grid"]');
      if (grid === null) throw new Error('no table');
      grid.focus();
      return grid;
    },
    show: async (isShown) => screen.rerender({ stores, page, own: props, isShown, hasPlans }),
    press: (keys) => userEvent.keyboard(keys),
    calls: (verb) => core.calls.filter((call) => call.verb === verb).map(({ input }) => input),
  };
}

/** A cell of a loaded row; fails if there is none. Default: the first column. */
export function cell(index: number, columnId?: string): HTMLElement {
  const column = columnId === undefined ? '[data-column]' : `[data-column="${columnId}"]`;
  const found = document.querySelector<HTMLElement>(`[data-index="${index}"]:not([aria-busy="true"]) ${column}`);
  if (found === null) throw new Error(`no cell ${columnId} in row ${index}`);
  return found;
}

/** The cell that selects a row. */
export function box(index: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-index="${index}"] .choose`);
  if (found === null) throw new Error(`no row ${index}`);
  return found;
}
