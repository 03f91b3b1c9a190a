import type { Fault } from '../platform/faults/fault.ts';
import type { RequestRecord } from '../platform/http/requests.ts';
import type { Platform } from '../platform/platform.ts';
import type { Random } from '../platform/random.ts';

/**
 * The moments of a kill. `request`: the platform works on a new export or import. `half-reply`: it has sent a part of the
 * reply. `reply`: it has sent the reply. `poll`: Reeve checks an export. `check`: Reeve checks an import. `download`: Reeve
 * downloads a file. `store`: the whole file was sent. `time`: a random time after the start.
 */
export const moments = ['request', 'half-reply', 'reply', 'poll', 'check', 'download', 'store', 'time'] as const;
export type Moment = (typeof moments)[number];

export const exportPost = 'POST /projects/:id/dependency_list_exports';
export const importPost = 'POST /import/codehost_a';
export const poll = 'GET /dependency_list_exports/:id';
const download = 'GET /dependency_list_exports/:id/download';
const posts = [exportPost, importPost];
const importChecks = ['GET /projects/:id/import', 'GET /projects/:id/repository/commits'];

/** The moments of this many kills: first those while requests are sent, then the others. */
export function momentsOf(kills: number, random: Random): Moment[] {
  const early: Moment[] = ['request', 'half-reply', 'reply'];
  const late: Moment[] = ['poll', 'download', 'check', 'store', 'time'];
  const sending = Math.max(2, Math.floor(kills * 0.3));
  const first = random.integer(0, late.length - 1);
  return Array.from({ length: kills }, (_, i): Moment => {
    return (i < sending ? early[i % early.length] : late[(i - sending + first) % late.length]) ?? 'time';
  });
}
export const isSending = (moment: Moment): boolean => ['request', 'half-reply', 'reply'].includes(moment);

interface Wait {
  platform: Platform;
  moment: Moment;
  random: Random;
  /** Ends the wait. */
  signal: AbortSignal;
  longestMs: number;
}

interface Reached {
  moment: Moment;
  record: RequestRecord | null;
}

/** Wait for this moment, and return it with its request. Returns `time` if it did not come within `longestMs`. */
export async function untilMoment({ platform, moment, random, signal, longestMs }: Wait): Promise<Reached> {
  const seen = platform.requests.count();
  const arrived = (endpoints: readonly string[]): RequestRecord[] =>
    endpoints
      .flatMap((endpoint) => platform.requests.list(endpoint))
      .filter(({ n }) => n > seen)
      .sort((a, b) => a.n - b.n);
  const { endpoints, nth, fault, isReplied, laterMs } = conditionOf(moment, random);
  if (fault !== null) platform.faults.add(fault);
  const deadline = Date.now() + (moment === 'time' ? random.integer(0, 2_000) : longestMs);
  let count = -1;
  let record: RequestRecord | undefined;
  while (!signal.aborted && Date.now() < deadline) {
    const now = platform.requests.count();
    if (record === undefined && now !== count) record = arrived(endpoints)[nth - 1];
    count = now;
    if (record !== undefined && (!isReplied || record.status !== null)) {
      await pause(random.integer(0, laterMs));
      return { moment, record };
    }
    await pause(1);
  }
  return { moment: 'time', record: null };
}

interface Condition {
  endpoints: readonly string[];
  /** Which request to these endpoints to wait for, from 1. */
  nth: number;
  fault: Fault | null;
  /** Whether the platform has replied, not only received the request. */
  isReplied: boolean;
  /** The longest time after the request or reply. */
  laterMs: number;
}

function conditionOf(moment: Moment, random: Random): Condition {
  const nth = random.integer(1, 2);
  const match = 'POST *';
  switch (moment) {
    case 'request':
      return ofPost({ kind: 'latency', ms: 150, match, nth }, { nth, isReplied: false });
    case 'half-reply':
      return ofPost({ kind: 'drip', bytes: 10, everyMs: 1_000, match, nth }, { nth, isReplied: true });
    case 'reply':
      return ofPost(null, { nth, isReplied: true });
    case 'poll':
      return { endpoints: [poll], nth, fault: null, isReplied: false, laterMs: 15 };
    case 'check':
      return { endpoints: importChecks, nth, fault: null, isReplied: false, laterMs: 15 };
    case 'download': {
      const fault: Fault = { kind: 'drip', bytes: 64 * 1_024, everyMs: 20, match: download };
      return { endpoints: [download], nth: 1, fault, isReplied: false, laterMs: 150 };
    }
    case 'store':
      return { endpoints: [download], nth: 1, fault: null, isReplied: true, laterMs: 60 };
    case 'time':
      return { endpoints: [], nth: 1, fault: null, isReplied: false, laterMs: 0 };
    default:
      return moment satisfies never;
  }
}

function ofPost(fault: Fault | null, { nth, isReplied }: Pick<Condition, 'nth' | 'isReplied'>): Condition {
  return { endpoints: posts, nth, fault, isReplied, laterMs: 15 };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
