import { expect, test } from 'vitest';
import { SetupDoc } from '#main/state/setup.ts';
import type { Connection } from '#shared/contract/host.ts';
import { placesStep, type SetupStep } from '#shared/contract/setup.ts';
import { seconds } from '#shared/time.ts';
import { costOf, msPerRequest, type CostFacts } from './setup-costs.ts';
import type { Progress } from './setup-progress.ts';
import { freshStep, stepIds } from './setup-steps.ts';
import { progressOf } from './setup-view.ts';

const connection = (over: Partial<Connection> = {}) => ({ budget: null, latencyMs: 100, ...over }) as Connection;
const instance = { connection: { now: () => connection() } } as Parameters<typeof progressOf>[2];

/** A setup that has sent requests, and that expects this many more for members. */
function progress(ranMs: number, users: Partial<SetupStep>, places: SetupStep['state']): Progress {
  const changes: Record<string, Partial<SetupStep>> = {
    users,
    [placesStep]: { state: places },
    members: { estimatedRequests: 60 },
  };
  return {
    setup: { doc: SetupDoc.parse({ freshSince: 0, searchedSince: 0, ranMs }) },
    steps: () => stepIds.map((id) => ({ ...freshStep(id), ...changes[id] })),
  } as unknown as Progress;
}
const sent = { state: 'done', requests: 40, estimatedRequests: 40 } as const;

test('while the setup runs, the remaining time follows the measured time of its requests', () => {
  expect(progressOf(progress(4_000, sent, 'done'), 'running', instance).etaMs).toBe(6_000);
});

test('before the places are found, the remaining time is not known', () => {
  expect(progressOf(progress(4_000, sent, 'running'), 'running', instance).etaMs).toBeNull();
  expect(progressOf(progress(4_000, sent, 'done'), 'paused', instance).etaMs).toBeNull();
});

test('the expected time of a request is the measured one, or longer if the limit requires that', () => {
  const budget = { limit: 60, remaining: 60, resetsAt: null } as unknown as Connection['budget'];
  expect(msPerRequest(null, connection())).toBeCloseTo(67, 0);
  expect(msPerRequest(progress(3_000, { requests: 40 }, 'done'), connection())).toBe(75);
  expect(msPerRequest(progress(3_000, { requests: 40 }, 'done'), connection({ budget }))).toBeGreaterThan(seconds(1));
});

test('the cost of the running choice is the number of requests that the progress shows', () => {
  const own = progress(4_000, sent, 'done');
  const steps = own.steps().map((step) => (step.id === placesStep ? { ...step, requests: 225 } : step));
  const off: ReadonlySet<string> = new Set(stepIds.filter((id) => !['users', placesStep, 'members'].includes(id)));
  const facts: CostFacts = {
    totals: {},
    places: [],
    activeAfter: 0,
    off,
    msPerRequest: 1,
    steps,
    chosen: 'everything',
  };
  const shown = progressOf({ ...own, steps: () => steps }, 'running', instance);
  expect(costOf('everything', facts).requests).toBe(shown.estimatedRequests);
  // Other choices search for places, too, but sync lists of fewer places
  expect(costOf('active', facts).requests).toBe(40 + 225);
});
