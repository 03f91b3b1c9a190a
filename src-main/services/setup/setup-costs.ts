import type { Connection } from '#shared/contract/host.ts';
import { placesStep, setupChoices, type SetupChoice, type SetupCost, type SetupStep } from '#shared/contract/setup.ts';
import { minutes } from '#shared/time.ts';
import type { Place } from './setup-places.ts';
import type { Progress } from './setup-progress.ts';
import { collectionSteps, isForInstance, isForPlaces, isInChoice, placesOfStep, stepIds } from './setup-steps.ts';

/** Above one of these, a person chooses before the setup continues. */
const mostRequests = 1_000;
const mostMs = minutes(5);
/** The share of the reported limit that a sync uses. */
const shareOfLimit = 0.66;
/** Requests that run at the same time, on average. Few, because the pages of many lists are requested one by one. */
const requestsAtOnce = 1.5;
/** Requests after which the measured time of a request is used for the estimate. */
const leastRequests = 20;
const defaultLatencyMs = 100;
/** Estimate of the search before it began: pages of issues and merge requests, and some places. */
const searchRequests = 40;

export interface CostFacts {
  /** Reported totals of lists by collection. */
  totals: Readonly<Record<string, number>>;
  places: readonly Place[];
  activeAfter: number;
  off: ReadonlySet<string>;
  msPerRequest: number;
  /** The steps of the setup, and the choice that their numbers apply to; null: nothing was chosen, so they apply to everything. */
  steps?: readonly SetupStep[];
  chosen?: SetupChoice | null;
}

/** The number of requests of a step. */
export function requestsOf(id: string, { totals, places }: Pick<CostFacts, 'totals' | 'places'>): number {
  if (id === placesStep) return Math.max(searchRequests, Math.min(100, places.length) * 2);
  const step = collectionSteps.find((one) => one.id === id);
  if (step === undefined) return 0;
  const rows = totals[id] ?? 0;
  const list = isForInstance(step) ? 1 + Math.ceil(rows / 100) : 0;
  const details = step.hasDetails === true ? rows : 0;
  const ofPlaces = isForPlaces(step) ? placesOfStep(step, places).length * step.requestsPerPlace : 0;
  return list + details + ofPlaces;
}

/** The number of requests of a step, including those already sent, as the progress of the setup shows it. */
function countedOf(id: string, isChosen: boolean, facts: CostFacts): number {
  const isSameNumber = isChosen || !collectionSteps.some((one) => one.id === id && isForPlaces(one));
  const step = isSameNumber ? facts.steps?.find((one) => one.id === id) : undefined;
  return Math.max(step?.requests ?? 0, step?.estimatedRequests ?? 0) || requestsOf(id, facts);
}

/** The cost of each choice. */
export function costsOf(facts: CostFacts): SetupCost[] {
  return setupChoices.map((choice) => costOf(choice, facts));
}

export function costOf(choice: SetupChoice, facts: CostFacts): SetupCost {
  const places =
    choice === 'active' ? facts.places.filter(({ activeAt }) => activeAt >= facts.activeAfter) : facts.places;
  const steps = stepIds.filter((id) => isInChoice(id, choice) && !facts.off.has(id));
  const isChosen = choice === (facts.chosen ?? 'everything');
  const requests = steps.reduce((sum, id) => sum + countedOf(id, isChosen, { ...facts, places }), 0);
  return {
    choice,
    requests,
    ms: Math.round(requests * facts.msPerRequest),
    steps: steps.length,
    places: places.length,
  };
}

/** Whether a person must choose before this many requests are sent. */
export function isLarge({ requests, ms }: Pick<SetupCost, 'requests' | 'ms'>): boolean {
  return requests > mostRequests || (ms ?? 0) > mostMs;
}

/**
 * The expected time of one request: as measured in this setup, else by the response time, but not less than the reported
 * limit per minute allows.
 */
export function msPerRequest(progress: Progress | null, { budget, latencyMs }: Connection): number {
  const requests = progress?.steps().reduce((sum, step) => sum + step.requests, 0) ?? 0;
  const ranMs = progress?.setup.doc.ranMs ?? 0;
  const isMeasured = requests >= leastRequests && ranMs > 0;
  const own = isMeasured ? ranMs / requests : (latencyMs ?? defaultLatencyMs) / requestsAtOnce;
  return budget === null ? own : Math.max(own, minutes(1) / (budget.limit * shareOfLimit));
}
