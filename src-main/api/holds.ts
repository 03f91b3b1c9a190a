import type { Clock } from '#main/ports.ts';
import { minutes, seconds } from '#shared/time.ts';

interface Hold {
  until: number;
  /** When the last refusal came. */
  at: number;
  refusals: number;
}

/** What is held back beside the instance as a whole: an endpoint, or another service that the platform asks. */
export class Holds {
  readonly #clock: Clock;
  readonly #held = new Map<string, Hold>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Epoch milliseconds until which it is held back; 0 when it is not. */
  until(name: string | undefined): number {
    return this.#held.get(name ?? '')?.until ?? 0;
  }

  /**
   * It refused: it is held back as long as it says, else longer with each refusal. What had been sent at `sentAt`, before
   * the last refusal came, says nothing new. Answers until when.
   */
  refused(name: string, hintMs: number | null, sentAt: number): number {
    const now = this.#clock.now();
    const { until, at, refusals } = this.#held.get(name) ?? { until: 0, at: -1, refusals: 0 };
    if (hintMs === null && sentAt <= at && until > now) return until;
    const next = Math.max(until, now + (hintMs ?? ownPauseMs(refusals)));
    this.#held.set(name, { until: next, at: now, refusals: refusals + 1 });
    return next;
  }

  /** It answered otherwise. */
  served(name: string): void {
    this.#held.delete(name);
  }

  /** A wait that was slept through is over, even if timers and clock disagree by a little. */
  expire(name: string | undefined, until: number): void {
    const hold = this.#held.get(name ?? '');
    if (hold?.until === until) hold.until = 0;
  }
}

/** How long a refusal is respected that does not say so itself: up to a ceiling that doubles from 1 s to ten minutes. */
export function ownPauseMs(refusals: number): number {
  const ceilingMs = Math.min(minutes(10), seconds(1) * 2 ** refusals);
  return ceilingMs / 2 + (Math.random() * ceilingMs) / 2;
}
