import type { Plan, RowState } from '#shared/contract/changes.ts';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../src-renderer/styles/index.css';
import { planAndApply, type Change, type Outcome } from '../../../src-renderer/console/plan/plan-and-apply.ts';
// Loaded when first used, which in tests includes compiling it
import '../../../src-renderer/console/plan/dialog/PlanDialog.svelte';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { createStores, type Stores } from '../../../src-renderer/stores/context.ts';
import { fakeCore, type FakeCore } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import PlanHost from './PlanHost.svelte';

export interface Rig {
  core: FakeCore;
  stores: Stores;
  writes: FakeWrites;
  /** The outcome of each requested change, in order. */
  outcomes: Outcome[];
  press: (keys: string) => Promise<void>;
}

/** A page with one button that requests a change; the button is focused and pressed. */
export async function ask(
  change: Change,
  { writes: over = {}, world = {} }: { writes?: Partial<FakeWrites>; world?: Partial<FakeWorld> } = {},
): Promise<Rig> {
  location.hash = '#/runners';
  messages.clear();
  const core = fakeCore({ world: { ...world, writes: sampleWrites(over) } });
  const stores = createStores(core.session);
  const outcomes: Outcome[] = [];
  const onask = (): void => void planAndApply(stores, change).then((outcome) => outcomes.push(outcome));
  await render(PlanHost, { stores, onask });
  await expect.poll(() => stores.profiles.open).not.toBe(null);
  const button = page.getByRole('button', { name: 'Change', exact: true });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  return { core, stores, writes: core.world.writes, outcomes, press: (keys) => userEvent.keyboard(keys) };
}

/** Keep the draft of the dialog, then pause the plan with its rows in these states. */
export async function keepAndPause(
  { core, writes }: Rig,
  pausedWhy: Plan['pausedWhy'],
  states: readonly RowState[],
): Promise<void> {
  await userEvent.click(button('Keep for later'));
  const [plan] = writes.plans;
  if (plan === undefined) throw new Error('no plan');
  writes.rows[plan.id] = (writes.rows[plan.id] ?? []).map((row, at) => ({ ...row, state: states[at] ?? row.state }));
  const groups = [...Map.groupBy(states, (state) => state)];
  const counts = Object.fromEntries(groups.map(([state, all]) => [state, all.length]));
  writes.plans = [{ ...plan, state: 'paused', pausedWhy, counts }];
  core.emit('changes', 'changed', { plans: writes.plans });
}

/** Runners 1 to n, all running except the given ones. */
export function runners(n: number, paused: readonly number[] = []): FakeWrites['things'] {
  return Object.fromEntries(
    Array.from({ length: n }, (_, at) => [
      `runners/${at + 1}`,
      { paused: paused.includes(at + 1), maintenance_note: null, tag_list: ['linux', 'x64'] },
    ]),
  );
}

/** Pause runners 1 to n. */
export const pauseAll = (n: number, over: Partial<Change> = {}): Change => ({
  calls: Array.from({ length: n }, (_, at) => ({
    op: 'runners.edit',
    path: { id: at + 1 },
    body: { paused: true, maintenance_note: 'stale since June' },
  })),
  title: (rows) => `Pause ${rows} ${rows === 1 ? 'runner' : 'runners'}`,
  done: (row) => `Paused ${row.label}`,
  consequence: 'They take no new jobs until they are resumed. Jobs that run go on.',
  ...over,
});

export const dialog = (): ReturnType<typeof page.getByRole> => page.getByRole('dialog');
export const table = (): ReturnType<typeof page.getByRole> => page.getByRole('grid', { name: 'Rows of this plan' });
export const button = (name: string | RegExp): ReturnType<typeof page.getByRole> =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
