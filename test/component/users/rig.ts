import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { eventually } from '../eventually.ts';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import UsersPage from '../../../src-renderer/pages/users/UsersPage.svelte';
import '../../../src-renderer/styles/index.css';
import { createStores, type Stores } from '../../../src-renderer/stores/context.ts';
import { fakeCore, type FakeAnswers, type FakeCore } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { fakeUsers, fakeUsersAnswers, type FakeUsers } from './fake-users.ts';
import PageHost from '../console/PageHost.svelte';

export interface Rig {
  core: FakeCore;
  people: FakeUsers;
  stores: Stores;
  /** The focused table. */
  table: () => Promise<HTMLElement>;
  /** Hide the page or show it again. */
  show: (isShown: boolean) => Promise<void>;
  press: (keys: string) => Promise<void>;
  /** Calls of one verb. */
  calls: (verb: string) => unknown[];
}

/** The Users page with a core in memory and 5,000 users that are generated on request. */
export async function rig({
  people: over,
  world,
  answers = {},
  path = '/users',
}: {
  people?: Partial<FakeUsers>;
  world?: Partial<FakeWorld>;
  answers?: FakeAnswers;
  path?: string;
} = {}): Promise<Rig> {
  location.hash = `#${path}`;
  messages.clear();
  const people = fakeUsers(over);
  const core = fakeCore({
    answers: { users: fakeUsersAnswers(people), ...answers },
    ...(world === undefined ? {} : { world }),
  });
  const stores = createStores(core.session);
  const screen = await render(PageHost, { stores, page: UsersPage, isShown: true });
  return {
    core,
    people,
    stores,
    table: async () => {
      await eventually(() => cell(0, 'user'));
      const grid = document.querySelector<HTMLElement>('[role="grid"]');
      if (grid === null) throw new Error('no table');
      grid.focus();
      return grid;
    },
    show: async (isShown) => screen.rerender({ stores, isShown }),
    press: (keys) => userEvent.keyboard(keys),
    calls: (verb) => core.calls.filter((call) => call.verb === verb).map(({ input }) => input),
  };
}

/** A cell of a rendered row; fails if there is none. */
export function cell(index: number, columnId: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(
    `[data-index="${index}"]:not([aria-busy="true"]) [data-column="${columnId}"]`,
  );
  if (found === null) throw new Error(`no cell ${columnId} in row ${index}`);
  return found;
}

/** The cell with the checkbox of a row. */
export function box(index: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-index="${index}"] .choose`);
  if (found === null) throw new Error(`no row ${index}`);
  return found;
}

/** The index of the active row. */
export function activeIndex(): number {
  const active = document.querySelector<HTMLElement>('[role="row"].active');
  return Number(active?.dataset['index'] ?? -1);
}

/** Indexes of the rows that are shown as selected. */
export function chosenIndices(): number[] {
  return [...document.querySelectorAll<HTMLElement>('[role="row"][aria-selected="true"]')].map((element) =>
    Number(element.dataset['index']),
  );
}
