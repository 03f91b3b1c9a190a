import { megabytes, minutes, seconds } from '#shared/time.ts';
import { countOf } from '../wire/paging.ts';
import type { Endpoint, LimitName } from '../../types.ts';

/** A documented rate limit: at most `times` requests in `withinMs`, counted separately for each key. */
export interface Limit {
  times: number;
  withinMs: number;
  /** Counts only requests or files larger than this. */
  overBytes: number;
  /** Path parameters that are the key; without any, the whole instance is counted together. */
  by: readonly string[];
}

/** Document 1:243, 1:245 and 1:246; how they are counted: readings 14. */
export const limits: Readonly<Record<LimitName, Limit>> = {
  'large-blob': { times: 5, withinMs: minutes(1), overBytes: megabytes(10), by: ['id', 'file_path'] },
  'large-request': { times: 3, withinMs: seconds(30), overBytes: megabytes(20), by: [] },
  resend: { times: 5, withinMs: minutes(1), overBytes: 0, by: ['id', 'hook_id'] },
};

/** One limit that a request counts towards. */
export interface Claim {
  name: LimitName;
  key: string;
}

type PathValues = Readonly<Record<string, string | number>>;

/**
 * The limits that a request counts towards. `bodyBytes`: size of the request body; the size of the reply is not known
 * yet.
 */
export function claimsOf({ limit }: Pick<Endpoint, 'limit'>, values: PathValues, bodyBytes: number): Claim[] {
  if (limit === undefined) return [];
  if (limit === 'large-request' && bodyBytes <= limits[limit].overBytes) return [];
  return [claimOf(limit, values)];
}

function claimOf(name: LimitName, values: PathValues): Claim {
  return { name, key: [name, ...limits[name].by.map((part) => values[part])].join(' ') };
}

/** The parts of a reply that show the size of a file. */
interface FileReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  wireBytes: number;
  isTruncated?: boolean | undefined;
}

/** The file in a reply and its size; null: the reply is not about a file. */
export function measuredIn(
  { limit, replyKind }: Pick<Endpoint, 'limit' | 'replyKind'>,
  values: PathValues,
  { status, headers, bytes, wireBytes, isTruncated }: FileReply,
): { claim: Claim; sizeBytes: number } | null {
  if (status >= 300 || values['file_path'] === undefined) return null;
  const claim = claimOf('large-blob', values);
  const reported = countOf(headers['x-service-size']);
  if (reported !== null) return { claim, sizeBytes: reported };
  if (limit !== 'large-blob') return null;
  // If the body was cut, `content-length` has its size; without that header the file may be large
  const rest = isTruncated === true ? (countOf(headers['content-length']) ?? Number.POSITIVE_INFINITY) : 0;
  if (replyKind === 'bytes') return { claim, sizeBytes: Math.max(wireBytes, rest) };
  // Base64 takes four characters for three bytes
  return { claim, sizeBytes: Math.max(bytes.byteLength, rest) * 0.75 };
}

/**
 * Counts requests against the documented limits. A file counts once a reply has shown that it is large, including the
 * requests sent before that reply.
 */
export class LimitCounter {
  readonly #sentAt = new Map<string, number[]>();
  readonly #large = new Set<string>();

  /** Epoch milliseconds from which one more request stays within the limit; 0: now. */
  freeAt({ name, key }: Claim): number {
    if (name === 'large-blob' && !this.#large.has(key)) return 0;
    const { times, withinMs } = limits[name];
    const oldest = this.#sentAt.get(key)?.at(-times);
    return oldest === undefined ? 0 : oldest + withinMs;
  }

  /** Move all stored times back, because the clock was set back by `ms`. */
  setBack(ms: number): void {
    for (const [key, times] of this.#sentAt)
      this.#sentAt.set(
        key,
        times.map((at) => at - ms),
      );
  }

  count({ name, key }: Claim, now: number): void {
    const { times } = limits[name];
    this.#sentAt.set(key, [...(this.#sentAt.get(key) ?? []), now].slice(-times));
  }

  /** Record the size of a file; `acquiredAt`: when the request for its content was counted, if there was one. */
  measured({ name, key }: Claim, sizeBytes: number, acquiredAt: number | null): void {
    if (sizeBytes > limits[name].overBytes) {
      this.#large.add(key);
      return;
    }
    const sentAt = this.#sentAt.get(key) ?? [];
    const at = acquiredAt === null ? -1 : sentAt.lastIndexOf(acquiredAt);
    const others = sentAt.filter((_, index) => index !== at);
    if (others.length > 0) this.#sentAt.set(key, others);
    else this.#sentAt.delete(key);
  }

  /** End the wait until this moment, even if timers and clock differ a little. */
  expire(claim: Claim, freeAt: number): void {
    if (this.freeAt(claim) === freeAt) this.#sentAt.get(claim.key)?.shift();
  }
}
