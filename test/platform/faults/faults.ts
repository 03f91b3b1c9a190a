import type { Effect, Fault } from './fault.ts';
import type { Random } from '../random.ts';

export interface Faults {
  /** Adds a fault; the returned function removes it. */
  add(fault: Fault): () => void;
  clear(): void;
  /** Counts a request to an endpoint (`GET /users`) and returns the fault for it. */
  strike(name: string): Effect[];
}

interface Armed {
  fault: Fault;
  pattern: RegExp;
  seen: number;
  struck: number;
}

export function createFaults(random: Random): Faults {
  let armed: Armed[] = [];
  return {
    add(fault) {
      const entry = { fault, pattern: patternOf(fault.match ?? '*'), seen: 0, struck: 0 };
      armed.push(entry);
      return () => {
        armed = armed.filter((other) => other !== entry);
      };
    },
    clear() {
      armed = [];
    },
    strike: (name) =>
      armed.filter((entry) => entry.pattern.test(name) && strikes(entry, random)).map(({ fault }) => fault),
  };
}

function strikes(entry: Armed, random: Random) {
  const { nth, times, probability } = entry.fault;
  entry.seen += 1;
  if (nth !== undefined && ![nth].flat().includes(entry.seen)) return false;
  if (times !== undefined && entry.struck >= times) return false;
  if (probability !== undefined && !random.chance(probability)) return false;
  entry.struck += 1;
  return true;
}

function patternOf(match: string) {
  const parts = match.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
