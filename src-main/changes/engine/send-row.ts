import { afterSending } from '#main/api/client/exchange/after-sending.ts';
import { requestIdIn } from '#main/api/client/wire/failures.ts';
import { messageIn } from '#main/api/client/wire/error-body.ts';
import { secretTexts } from '#main/api/client/wire/secrets.ts';
import type { Answer, Endpoint } from '#main/api/types.ts';
import type { StoredRow } from '#main/state/plans.ts';
import { aborted, Failure, isRefusedForNow, isStoreFailure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { maskSecrets, refsIn, withSecrets } from '../masking/masking.ts';
import { callInputOf, plainFailure, withKeptFields, writeEndpoint } from './payload.ts';
import { isUpToDate } from './refresh-row.ts';
import type { EngineContext, PlanWork } from './engine-context.ts';
import { resourcesOf } from '../operation-kit/resources.ts';

/**
 * The result of sending a row. `stopped`: its plan was paused or cancelled before the request was sent. `outdated`: not
 * sent, because the known state of its resource is out of date. `applied` and `refused`: the platform replied so.
 * `not-sent`: the platform did nothing, no journal entry is open, and the failure is transient. `uncertain`: it may
 * have been applied; with `mayStillCome` it may also be applied later, until the deadline.
 */
export type SendResult =
  | { kind: 'stopped' | 'outdated' }
  | { kind: 'applied' | 'refused'; row: StoredRow; reply: unknown; requestId: string | null }
  | { kind: 'not-sent'; failure: Failure }
  | { kind: 'uncertain'; row: StoredRow; failure: Failure; mayStillCome: boolean };

/** With these statuses the platform itself replied, so it does not apply the write later. */
const platformFailures = [500, 503];
/** Reasons of failures after a reply that did not come from the API: a page, a redirect, or too much data. */
const foreignReplies = ['not-json', 'foreign-redirect', 'too-large', 'refused-by-proxy'];

/**
 * Send one row. Its journal entry is durable before the first byte is sent; sending the request again extends its
 * deadline. If a request certainly had no effect (429, no connection), its entry is ended, and reopened when the
 * request is sent again: after a cancel or a crash during the wait, it does not count as being sent. `row` in the
 * result holds the journal entry and the known outcome.
 * Fails: only `aborted` and `bug`; the journal entry may then be open.
 */
export async function sendRow(planned: StoredRow, work: PlanWork): Promise<SendResult> {
  const { planId, target, context, signal } = work;
  const { plans, journal, outcomes, clock, planSecrets, stops, deadlines, operations, recentWrites } = context;
  const endpoint = writeEndpoint(planned.op);
  const user = await target.user(signal);
  const values = await planSecrets.valuesOf(refsIn(planned.write));
  const write = withKeptFields(withSecrets(planned.write, values), planned.before, operations[planned.op]);
  const texts = [
    ...values.values(),
    ...secretTexts({ ...write.path, ...write.query, ...write.body }, endpoint.secrets),
  ];
  let row = planned;
  /** How often the request was sent and may have had an effect. */
  let attempts = 0;
  const stop = new AbortController();
  const outdated = new AbortController();
  const resources = resourcesOf(planned.write, operations);

  function intend(now: number, deadlineAt: number): number {
    const { position, op, label, place, detail, method, path, changes, undo, before, undoOfEntry: undoOf } = row;
    const body = endpoint.mostEntries && planned.write.body;
    if (undoOf !== null && journal.isUndone(undoOf, { planId, op, path, body })) {
      throw new Failure('conflict', words.undoneAlready, { reason: 'no-undo', reportedMessage: words.undoneAlready });
    }
    if (row.hasMissed === true && row.journalId !== null) {
      journal.reopen(row.journalId, { now, deadlineAt });
      return row.journalId;
    }
    const { id: profileId, url: instance } = target.profile;
    const name = { label, place, detail };
    const about = { position, op, ...name, method, path, changes, undo, before, undoOf, write: planned.write };
    const by = { who: target.who, user };
    return journal.intend({ planId, profileId, instance, ...by, intendedAt: now, deadlineAt, ...about });
  }

  function onBeforeSend(deadlineMs: number): void {
    if (plans.stored(planId)?.state !== 'applying') stop.abort();
    if (stop.signal.aborted) throw aborted();
    const isFirst = attempts === 0 && row.hasMissed !== true;
    if (isFirst && operations[row.op]?.read !== undefined && !isUpToDate(row, work)) outdated.abort();
    outdated.signal.throwIfAborted();
    const now = clock.now();
    recentWrites.note(target.profile.url, resources);
    if (attempts > 0) {
      attempts += 1;
      journal.extendDeadline(row.journalId ?? 0, now + deadlineMs);
      deadlines.set(row.journalId ?? 0, clock.monotonic() + deadlineMs);
      return;
    }
    outcomes.transaction(() => {
      const journalId = intend(now, now + deadlineMs);
      deadlines.set(journalId, clock.monotonic() + deadlineMs);
      row = {
        ...row,
        state: 'sending',
        journalId,
        hasMissed: false,
        status: null,
        reportedMessage: null,
        failure: null,
      };
      plans.putRow(planId, row);
    });
    attempts = 1;
    context.planChanged(planId);
    context.journalChanged();
    afterSending(() => readAhead(planId, context));
  }

  function onNoEffect(failure: Failure): void {
    attempts = 0;
    const state = plans.stored(planId)?.state === 'cancelled' ? 'skipped' : 'planned';
    row = { ...row, ...failureFields(failure), state, hasMissed: true };
    const { journalId, status, reportedMessage } = row;
    const requestId = failure.requestId ?? null;
    outcomes.transaction(() => {
      const end = { endedAt: clock.now(), status, reportedMessage, requestId, reply: null };
      if (journalId !== null) journal.end(journalId, { state: 'not-applied', ...end });
      plans.putRow(planId, row);
    });
    context.planChanged(planId);
    context.journalChanged();
  }

  stops.set(planId, stop);
  try {
    const open = (key: string) => context.staged.open(target.profile.id, key);
    const input = { ...callInputOf(endpoint, write, open), onBeforeSend, onNoEffect, held: stop.signal };
    const answer: Answer<unknown> = await target.write.answer(endpoint, input, signal);
    return resultOfReply(answer, row, planId, endpoint, texts, context);
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (outdated.signal.aborted && attempts === 0) return { kind: 'outdated' };
    const isStopped = stop.signal.aborted && attempts === 0 && failure.code === 'aborted' && !signal.aborted;
    return isStopped ? { kind: 'stopped' } : resultOfFailure(failure, row, attempts, endpoint);
  } finally {
    stops.delete(planId);
  }
}

/** Read what the next row needs while the platform works on this one. `plans` remembers it until something is written. */
function readAhead(planId: string, { plans }: EngineContext): void {
  try {
    plans.stored(planId);
    plans.first(planId, 'planned');
  } catch {
    // They are read again when they are needed
  }
}

function failureFields(failure: Failure): Pick<StoredRow, 'failure' | 'status' | 'reportedMessage'> {
  return {
    failure: plainFailure(failure),
    status: failure.status ?? null,
    reportedMessage: failure.reportedMessage ?? null,
  };
}

function resultOfReply(
  { value, status, headers, replyFailure }: Answer<unknown>,
  row: StoredRow,
  planId: string,
  endpoint: Endpoint,
  texts: readonly string[],
  { planSecrets, operations }: EngineContext,
): SendResult {
  const requestId = requestIdIn(headers, texts) ?? null;
  const refusal = refusalInReply(value);
  if (refusal !== null) {
    const message = maskSecrets(refusal, [], texts) as string;
    const failure = plainFailure(new Failure('invalid', message, { status, reportedMessage: message }));
    return {
      kind: 'refused',
      row: { ...row, state: 'refused', status, reportedMessage: message, failure },
      reply: null,
      requestId,
    };
  }
  const minted = mintedSecretIn(value, endpoint, texts);
  const { op, label } = row;
  const isLink = operations[op]?.returnsLink === true;
  const reveal = minted && planSecrets.mint(minted.value, { planId, op, label, field: minted.field, isLink });
  const reply = maskSecrets(value, endpoint.secrets, minted === null ? texts : [...texts, minted.value]) ?? null;
  const message = isRecord(reply) ? (operations[row.op]?.replySummary?.(reply) ?? null) : null;
  const failure = replyFailure && plainFailure(replyFailure);
  return {
    kind: 'applied',
    row: { ...row, state: 'applied', status, reportedMessage: message, reveal, failure },
    reply,
    requestId,
  };
}

function resultOfFailure(failure: Failure, row: StoredRow, attempts: number, { repeat }: Endpoint): SendResult {
  const { code, reason, status } = failure;
  // The outcome can't be stored now. The next run checks whether the write was applied
  if (isStoreFailure(failure)) throw failure;
  const rowWithFailure: StoredRow = { ...row, ...failureFields(failure) };
  if (attempts === 0) {
    if (code === 'aborted' || code === 'bug') throw failure;
    // A foreign reply, or one that the platform gives to all requests for now
    if (code === 'offline' || code === 'throttled' || code === 'remote' || isRefusedForNow(failure))
      return { kind: 'not-sent', failure };
    const state = reason === 'no-undo' ? 'skipped' : 'refused';
    return { kind: 'refused', row: { ...rowWithFailure, state }, reply: null, requestId: null };
  }
  if (code === 'aborted') throw failure;
  if (wasRefused(rowWithFailure)) {
    // An earlier attempt may have been applied, and this attempt refused for that reason
    if (attempts > 1 && repeat === 'same') {
      return { kind: 'uncertain', row: rowWithFailure, failure, mayStillCome: status === 429 };
    }
    return {
      kind: 'refused',
      row: { ...rowWithFailure, state: 'refused' },
      reply: null,
      requestId: failure.requestId ?? null,
    };
  }
  // After any reply, even a foreign one, the request is not applied later
  const isAnswered = platformFailures.includes(status ?? 0) || foreignReplies.includes(reason ?? '');
  return { kind: 'uncertain', row: rowWithFailure, failure, mayStillCome: !isAnswered };
}

/** Reasons of refusals that a proxy may have put in the place of the reply of the platform. */
const replacedReplies: readonly unknown[] = ['other-limit', 'refused-by-proxy'];

/** Whether the platform itself replied that it does not apply the write. */
export const wasRefused = ({ status, failure }: Pick<StoredRow, 'status' | 'failure'>): boolean =>
  status !== null && status < 500 && status !== 408 && !replacedReplies.includes(failure?.['reason']);

/** The message of a refusal that has a success status, as adding members may return (document 3:85); null: none. */
function refusalInReply(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { status, message } = value as { status?: unknown; message?: unknown };
  if (status !== 'error' || message === undefined) return null;
  return messageIn(JSON.stringify({ message }), false) ?? 'error';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first new value in a secret field of a reply, for example a created token. */
function mintedSecretIn(
  value: unknown,
  { secrets }: Endpoint,
  sent: readonly string[],
): { field: string; value: string } | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const field of secrets) {
    const found = (value as Record<string, unknown>)[field];
    const isNew = typeof found === 'string' && found !== '' && !URL.canParse(found) && !sent.includes(found);
    if (isNew) return { field, value: found };
  }
  return null;
}
