import { randomUUID } from 'node:crypto';
import type { Clock } from '#main/ports.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { KeyQuery } from '#shared/contract/keys.ts';
import { Failure } from '#shared/errors.ts';
import { isYounger } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import { cachedKeysFor, lookUpKey, markWaiting } from './keys-lookup.ts';
import { waitingRow } from './keys-record.ts';
import type { TextParser } from '../text-parser.ts';

type Verbs = Services<ReeveContract>['keys'];
type Own = Pick<Verbs, 'refresh' | 'copy' | 'read' | 'answers' | 'lookUp' | 'lookUpAgain'>;

interface Needs {
  open: () => Instance;
  /** The copy service of all lists. */
  copy: Verbs['copy'];
  clock: Clock;
  texts: TextParser;
  /** Start a job of the open instance. */
  start: (kind: string, input: JobInput) => Job;
}

/** Services of keys that other lists do not have: find keys in a text, and look them up one by one or many as a job. */
export function keys({ open, copy, clock, texts, start }: Needs): Own {
  async function refresh(id: number, maxAgeMs: number, signal: AbortSignal) {
    const { reader } = open();
    const cached = await reader.lists('keys').detail({ scope: '', id }, signal);
    const fetchedAt = cached?.listFetchedAt ?? null;
    const isAnswered = cached !== null && cached.row.answer !== 'waiting';
    if (isAnswered && fetchedAt !== null && isYounger(fetchedAt, maxAgeMs, clock.now())) return { fetchedAt };
    if (cached === null && id <= 0) throw new Failure('missing', 'no such key is cached', { reason: 'not-cached' });
    const row = cached?.row ?? waitingRow({ id, md5: null, sha256: null, type: null, bits: null, comment: null }, '');
    const standing = { row, fetchedAt: fetchedAt ?? clock.now(), notReturnedSince: cached?.notReturnedSince ?? null };
    await lookUpKey(open(), standing, { clock, signal });
    return { fetchedAt: clock.now() };
  }

  async function lookUp(queries: readonly KeyQuery[], signal: AbortSignal): Promise<Job> {
    const batch = randomUUID();
    const total = await markWaiting(open(), queries, batch, { clock, signal });
    return start('keys.lookup', { batch, total: String(total) });
  }

  return {
    // The id of an unknown key is Reeve's own, so it is not copied.
    copy: async (input, signal) => {
      const copied = await copy(input, signal);
      if (input.format !== 'id') return copied;
      const ids = copied.text.split('\n').filter((id) => Number(id) > 0);
      return { text: ids.join('\n'), rows: ids.length, leftOut: copied.leftOut + copied.rows - ids.length };
    },
    read: async ({ text }, signal) => {
      const { rows: _, ...reading } = await texts.read('keys', { text }, signal);
      return reading;
    },
    answers: async ({ queries }, signal) => {
      const cached = await cachedKeysFor(open().reader, queries, signal);
      return {
        answers: cached.map(
          (one) =>
            one && { key: one.key, row: one.row, fetchedAt: one.fetchedAt, notReturnedSince: one.notReturnedSince },
        ),
      };
    },
    refresh: ({ id, maxAgeMs = 0 }, signal) =>
      open().once(`keys.refresh ${id}`, (own) => refresh(Number(id), maxAgeMs, own), signal),
    lookUp: ({ queries }, signal) => lookUp(queries.filter(isKeyQuery), signal),
    lookUpAgain: async ({ keys: chosen }, signal) => {
      const queries: KeyQuery[] = [];
      for await (const piece of open().reader.lists('keys').rows({ kind: 'ids', ids: chosen }, signal)) {
        for (const { row } of piece) {
          const { md5 = null, sha256 = null, type = null, bits = null, comment = null } = row;
          queries.push({ id: row.id > 0 ? row.id : null, md5, sha256, type, bits, comment });
        }
      }
      return lookUp(queries, signal);
    },
  };
}

function isKeyQuery({ id, md5, sha256 }: KeyQuery): boolean {
  return id !== null || md5 !== null || sha256 !== null;
}
