import type { Component } from 'svelte';
import { page, userEvent, type Locator } from 'vitest/browser';
// Loaded before the tests, because the first load also compiles it
import '../../../src-renderer/console/plan/dialog/PlanDialog.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import PageWithPlan from './PageWithPlan.svelte';

interface Options {
  props?: object;
  /** What the instance replies to writes. */
  writes?: Partial<FakeWrites>;
  world?: Partial<FakeWorld>;
  answers?: FakeAnswers;
  path?: string;
}

/** A form, or a part of a page, with the plan dialog and a core in memory. */
export function renderWithPlan(
  part: Component<never>,
  { props = {}, writes = {}, world = {}, ...more }: Options = {},
): Promise<RenderedPage> {
  return renderPage(PageWithPlan, {
    ...more,
    props: { shown: part, own: props },
    world: { ...world, writes: sampleWrites(writes) },
  });
}

/** Each write is shown as a plan, and can’t be undone. */
export const irreversible = (why: string): Partial<FakeWrites> => ({
  confirmation: () => ({ kind: 'plan' }),
  undo: () => ({ kind: 'none', why }),
});

/** The outcome of a write that the instance refuses. */
export const refusal = (status: number, reportedMessage: string | null = null): ReturnType<FakeWrites['answer']> => ({
  ...{ state: 'refused', status, reportedMessage },
  failure: {
    ...{ code: status === 403 ? 'denied' : status === 404 ? 'missing' : 'invalid', message: 'x' },
    ...(status === 403 && { reason: 'role' }),
    ...(status === 404 && { reason: 'hidden-or-missing' }),
  },
});
/** The instance refuses each write. */
export const refusing = (...refused: Parameters<typeof refusal>): Partial<FakeWrites> => ({
  answer: () => refusal(...refused),
});

/** The core keeps files until they are sent. `dropped`: the keys of those that it deleted. */
export function stagedFiles(): { answers: NonNullable<FakeAnswers['stagedFiles']>; dropped: string[] } {
  const dropped: string[] = [];
  let files = 0;
  return {
    dropped,
    answers: {
      add: ({ part }) => ({ key: `file ${++files}`, sizeBytes: atob(part).length }),
      drop: ({ key }) => {
        dropped.push(key);
        return {};
      },
    },
  };
}

export const dialog = (): Locator => page.getByRole('dialog');
export const button = (name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const inDialog = (name: string | RegExp): Locator =>
  dialog().getByRole('button', { name, exact: typeof name === 'string' });

/** Choose an entry of the open menu. */
export async function choose(name: string): Promise<void> {
  await userEvent.click(page.getByRole('menuitem', { name, exact: true }));
}
