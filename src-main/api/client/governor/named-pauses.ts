import type { Clock } from '#main/ports.ts';
import { minutes, seconds } from '#shared/time.ts';

interface NamedPause {
  until: number;
  /** Time of the last refusal. */
  at: number;
  refusals: number;
}

/** Pauses that don't apply to the whole instance: by name of an endpoint, or of an external service. */
export class NamedPauses {
  readonly #clock: Clock;
  readonly #held = new Map<string, NamedPause>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Epoch milliseconds until which `name` is held back; 0 if it is not. */
  until(name: string | undefined): number {
    return this.#held.get(name ?? '')?.until ?? 0;
  }

  /**
   * Record a refusal. Returns until when `name` is held back: as long as the reply says, otherwise longer with each
   * refusal. If the refused request was sent before the last refusal came, the hold is not extended.
   */
  refused(name: string, hintMs: number | null, sentAt: number): number {
    const now = this.#clock.now();
    const { until, at, refusals } = this.#held.get(name) ?? { until: 0, at: -1, refusals: 0 };
    if (hintMs === null && sentAt <= at && until > now) return until;
    const next = Math.max(until, now + (hintMs ?? ownPauseMs(refusals)));
    this.#held.set(name, { until: next, at: now, refusals: refusals + 1 });
    return next;
  }

  /** Record a reply without a refusal, which ends the pause. */
  answered(name: string): void {
    this.#held.delete(name);
  }

  /** Move all stored times back, because the clock was set back by `ms`. */
  setBack(ms: number): void {
    for (const pause of this.#held.values()) Object.assign(pause, { until: pause.until - ms, at: pause.at - ms });
  }

  /** End the wait until this moment, even if timers and clock differ a little. */
  expire(name: string | undefined, until: number): void {
    const hold = this.#held.get(name ?? '');
    if (hold?.until === until) hold.until = 0;
  }
}

/**
 * How long to wait after a refusal without `Retry-After`: a random time between half and all of a ceiling, which
 * doubles from 1 s to 10 minutes.
 */
export function ownPauseMs(refusals: number): number {
  const ceilingMs = Math.min(minutes(10), seconds(1) * 2 ** refusals);
  return ceilingMs / 2 + (Math.random() * ceilingMs) / 2;
}
