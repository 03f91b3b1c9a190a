import type { Clock } from './clock.ts';
import type { Settings } from './settings.ts';

/** 1 October 2026. With `hostile`, all seeded data is older, so that it is the same on every day. */
export const SEEDED_UNTIL_MS = Date.UTC(2026, 9, 1);

/** With `hostile`: the creation time of the platform and of its oldest accounts. */
const SEEDED_FROM_MS = Date.UTC(2015, 2, 3, 8);

const YEAR_MS = 365 * 86_400_000;

/** The seeded time. */
export interface SeededTime {
  /** The creation time of the platform and of its oldest accounts. */
  fromMs: number;
  /** Almost all seeded data is older. */
  untilMs: number;
}

/** A fixed time with `hostile`; otherwise the seven years before the start of the platform. */
export function seededTime({ hostile }: Settings, clock: Clock): SeededTime {
  if (hostile) return { fromMs: SEEDED_FROM_MS, untilMs: SEEDED_UNTIL_MS };
  const untilMs = Math.floor(clock.now() / 1000) * 1000;
  return { fromMs: untilMs - 7 * YEAR_MS, untilMs };
}
