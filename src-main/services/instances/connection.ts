import type { Attempt } from '#main/api/types.ts';
import type { Connection, RequestEntry } from '#shared/contract/host.ts';
import type { Clock } from '#main/ports.ts';
import { isRefusedForNow, isTokenRejected, type Failure } from '#shared/errors.ts';

const remembered = 500;
const latencySamples = 31;

/**
 * Connection state of one profile, from its requests: whether the platform answers, latency, rate limit, and the last
 * 500 attempts. It sends no requests. `lastSuccessAt`: from an earlier run.
 */
export function connectionOf(
  clock: Clock,
  lastSuccessAt: number | null,
  onChange: (now: Connection, before: Connection) => void,
) {
  const entries: RequestEntry[] = [];
  const roundTrips: number[] = [];
  let refusedAt: number | null = null;
  let connection: Connection = { ...unknownConnection(clock.now()), lastSuccessAt };

  function remember({ failure, budget: _, heldUntil: __, endpoint: ___, ...entry }: Attempt): void {
    entries.push({ ...entry, failure: failure === null ? null : (failure.reason ?? failure.code) });
    if (entries.length > remembered) entries.shift();
  }

  function note(attempt: Attempt): void {
    const { failure, budget, heldUntil } = attempt;
    remember(attempt);
    const isAnswered = attempt.status !== null;
    if (attempt.status === 429 && heldUntil !== null) refusedAt = attempt.at;
    if (isAnswered) {
      roundTrips.push(attempt.ms);
      if (roundTrips.length > latencySamples) roundTrips.shift();
    }
    if (failure?.code === 'aborted') return;
    const state = isAnswered ? 'online' : failure?.code === 'offline' ? 'offline' : connection.state;
    const before = connection;
    const refusal = isAnswered ? refusalAfter(attempt, before.refusal) : before.refusal;
    connection = {
      state,
      refusal,
      reason: state === 'offline' ? (failure?.reason ?? failure?.code ?? null) : null,
      since: state === before.state ? before.since : attempt.at,
      lastSuccessAt:
        isAnswered && attempt.status !== 401 && !isRefusedForNow(refusal ?? {}) ? attempt.at : before.lastSuccessAt,
      latencyMs: median(roundTrips),
      budget: budget ?? renewed(before.budget),
      heldUntil,
    };
    onChange(connection, before);
  }

  return {
    note,
    /** Record an attempt without the token. Its reply may come from a server other than the platform. */
    noteProbe: (attempt: Attempt): void => (attempt.status === null ? note(attempt) : remember(attempt)),
    /** Record that a server answered that was not recognized as the platform. */
    noteUnrecognized: ({ reason, code }: Failure): void => {
      if (code === 'offline' || code === 'throttled') return;
      const before = connection;
      const since = before.state === 'offline' ? before.since : clock.now();
      connection = { ...before, state: 'offline', reason: reason ?? code, since };
      onChange(connection, before);
    },
    now: () => connection,
    /** When the rate limit of the whole instance last refused a request; null: not since the start. */
    refusedAt: () => refusedAt,
    /** Newest first. */
    entries: (limit: number): RequestEntry[] => entries.slice(-limit).reverse(),
  };
}

/**
 * The refusal of the whole profile after a reply. A 403 about the account counts only after a read, because the reply to
 * a write can be about another account. Only a write shows whether the platform is read-only.
 */
function refusalAfter({ at, method, status, failure }: Attempt, before: Connection['refusal']): Connection['refusal'] {
  const reason = failure?.reason ?? '';
  const isRead = method === 'GET';
  const isRefused =
    isTokenRejected({ reason }) || (isRead ? isRefusedForNow({ reason }) : reason === 'read-only-instance');
  if (isRefused) return before?.reason === reason ? before : { reason, since: at };
  const tellsNothing = status === 429 || (status ?? 0) >= 500 || (failure === null && (status ?? 0) >= 400);
  return tellsNothing || (isRead && before?.reason === 'read-only-instance') ? before : null;
}

/** The connection to an instance to which no request was sent. */
export const unknownConnection = (since: number): Connection => ({
  ...{ state: 'unknown', reason: null, since, refusal: null, lastSuccessAt: null },
  ...{ latencyMs: null, budget: null, heldUntil: null },
});

/** Whether requests of this profile can succeed, as far as is known. */
export const isUsable = ({ state, refusal }: Connection): boolean =>
  state !== 'offline' && !isRefusedForNow(refusal ?? {});

/** The budget after the window in which it was reported: full again, because no later reply says otherwise. */
function renewed(budget: Connection['budget']): Connection['budget'] {
  if (budget === null || budget.remaining === budget.limit) return budget;
  return { limit: budget.limit, remaining: budget.limit, resetAt: null };
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}
