import { join } from 'node:path';
import { WritableStream } from 'node:stream/web';
import { pathToFileURL } from 'node:url';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import { createSender } from '#main/api/client/send.ts';
import { knownEndpoints } from '#main/api/endpoints/known.ts';
import type { Answer, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';
import { caseOf, tokenOf, type Case } from './cases.ts';

export interface CallsOptions {
  seed: number;
  /** Index of the first call. */
  from: number;
  count: number;
  /** The calls in progress. */
  underWay: Set<number>;
  onProgress?: (done: number) => void;
  /** Called with each violation, and the index of its call. */
  onWrong: (index: number, what: string) => void;
}

export interface CallsReport {
  calls: number;
  /** Number of requests; some calls send several. */
  requests: number;
  /** Number of calls by result: `value`, or the code and reason of the failure. */
  ends: Record<string, number>;
}

/** Instances that are called at the same time, and calls per instance at the same time; most of them wait. */
const instances = 4;
const wide = 12;
/** Real time for one attempt. */
const deadlineMs = 1_500;
/** Calls per sender, so that limits which one sender has learned do not affect all other calls. */
const callsOfSender = 10_000;
const decoder = {
  script: pathToFileURL(join(import.meta.dirname, '../../../src-main/api/decode-worker.ts')),
  endpoints: knownEndpoints,
};

/** Call every reading endpoint of a server that sends random replies. */
export async function fuzzCalls(
  base: string,
  { seed, from, count, underWay, onProgress, onWrong }: CallsOptions,
): Promise<CallsReport> {
  const ends: Record<string, number> = {};
  let next = from;
  let done = 0;
  const end = from + count;
  async function lane(sender: () => Sender): Promise<void> {
    while (next < end) {
      const index = next;
      next += 1;
      underWay.add(index);
      const used = sender();
      const call = one(used, seed, index);
      used.calls.add(call);
      const ended = await call;
      used.calls.delete(call);
      underWay.delete(index);
      if (ended.wrong !== null) onWrong(index, ended.wrong);
      ends[ended.end] = (ends[ended.end] ?? 0) + 1;
      done += 1;
      if (done % 1_000 === 0) onProgress?.(done);
    }
  }
  const all = Array.from({ length: instances }, () => sendersTo(base));
  await Promise.all(all.flatMap(({ current }) => Array.from({ length: wide }, () => lane(current))));
  await Promise.all(all.map((senders) => senders.close()));
  return { calls: done, requests: all.reduce((sum, { requests }) => sum + requests(), 0), ends };
}

interface Sender {
  send: Send;
  /** Its calls in progress. */
  calls: Set<Promise<unknown>>;
  /** The token of the next call. */
  as: (index: number) => void;
  /** Advance the clock beyond the pause that the platform asks for. */
  waitOut: (until?: number) => void;
}

function sendersTo(base: string) {
  const closing: Promise<void>[] = [];
  let sender = open();
  let calls = 0;
  let requests = 0;

  function open(): Sender {
    let now = Date.parse('2026-11-20T08:00:00Z');
    let token = '';
    // Sleeping takes no time
    const clock: Clock = { now: () => now, monotonic: () => now, sleep: async (ms) => void (now += Math.ceil(ms)) };
    const governor = createGovernor({ clock });
    const send = createSender({
      ...{ url: base, dialect: 'gitlab', proxy: null, ca: null, allowPlainHttp: false },
      ...{ clock, governor, decoder, deadlineMs },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      token: () => token,
      onAttempt: () => void (requests += 1),
    });
    return {
      send,
      calls: new Set(),
      as: (index) => (token = tokenOf(index)),
      waitOut: (until = 0) =>
        void (now = Math.max(now, until, governor.pausedUntil ?? 0, (governor.budget?.resetAt ?? 0) + 1)),
    };
  }

  return {
    requests: () => requests,
    current: (): Sender => {
      calls += 1;
      if (calls % callsOfSender === 0) {
        closing.push(later(sender));
        sender = open();
      }
      return sender;
    },
    close: async () => {
      await Promise.all([...closing, sender.send.close()]);
    },
  };

  /** Close a sender when its calls in progress have ended; it gets no new ones. */
  async function later({ send, calls: underWay }: Sender): Promise<void> {
    await Promise.all(underWay);
    await send.close();
  }
}

async function one({ send, as, waitOut }: Sender, seed: number, index: number) {
  const call = caseOf(seed, index);
  const about = `${call.verb} ${call.endpoint.name}`;
  waitOut();
  as(index);
  try {
    const value = await sent(send, call, waitOut);
    return { end: 'value', wrong: wrongValue(call, value, index) && `${about}: ${wrongValue(call, value, index)}` };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) return { end: 'thrown', wrong: `${about}: ${String(thrown)}` };
    const { code, reason = '', message, status } = thrown;
    const isOurs = code === 'bug' || code === 'aborted' || (code === 'invalid' && status === undefined);
    const data = JSON.stringify(thrown.toData());
    const hasToken = data.includes(tokenOf(index));
    const what = isOurs ? `${code}: ${message}` : hasToken ? `contains the token: ${data.slice(0, 500)}` : null;
    return { end: `${code} ${reason}`.trim(), wrong: what && `${about}: ${what}` };
  }
}

/** A call that a rate limit held back is sent when the wait is over. */
async function sent(send: Send, call: Case, waitOut: Sender['waitOut']): Promise<unknown> {
  for (let left = 5; ; left -= 1) {
    try {
      return await run(send, call);
    } catch (thrown) {
      const { code, status, retryAtMs } = Failure.from(thrown);
      if (code !== 'throttled' || status !== undefined || left === 0) throw thrown;
      waitOut(retryAtMs);
    }
  }
}

async function run(send: Send, { verb, endpoint, input }: Case): Promise<unknown> {
  switch (verb) {
    case 'answer':
      return send.answer(endpoint, input);
    case 'raw':
      return send.raw(endpoint, input);
    case 'bytes':
      return send.bytes(endpoint, input, { into: new WritableStream(), mostBytes: megabytes(20) });
    case 'page':
    case 'rows': {
      let page = await send[verb](endpoint, input);
      for (let more = 0; page.next !== null && more < 2; more += 1)
        page = await send[verb](endpoint, { next: page.next });
      return page;
    }
    default:
      return verb satisfies never;
  }
}

/** What is wrong with a value that the client returned; null: nothing. */
function wrongValue({ verb, endpoint }: Case, value: unknown, index: number): string | null {
  if (verb === 'rows' && !Array.isArray((value as { rows: unknown }).rows)) return 'no rows';
  if (verb !== 'answer') return null;
  const { value: reply, unreadable, headers } = value as Answer<unknown>;
  if (endpoint.replyKind === 'rows' && !Array.isArray(reply)) return 'no list';
  if (!Number.isSafeInteger(unreadable) || unreadable < 0) return `unreadable: ${unreadable}`;
  // Checking all values would take more memory and time than the calls
  const isLooked = index % 8 === 0 && endpoint.replyKind !== 'bytes' && Number(headers['content-length']) < 10_000;
  return isLooked && JSON.stringify(reply)?.includes(tokenOf(index)) === true ? 'contains the token' : null;
}
