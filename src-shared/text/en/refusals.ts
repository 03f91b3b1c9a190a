import { isRefusedEverywhere } from '#shared/errors.ts';
import { labelOf } from './fields.ts';
import type { Explanation } from './failure-texts.ts';
import { explain, failureDetails, type ToExplain } from './failures.ts';
import { accounts } from './refusals/accounts.ts';
import { contents } from './refusals/contents.ts';
import { deployments } from './refusals/deployments.ts';
import { discussions } from './refusals/discussions.ts';
import { imports } from './refusals/imports.ts';
import { aboutField, known, statusText, vague } from './refusals/messages.ts';
import { repositories } from './refusals/repositories.ts';
import { settings } from './refusals/settings.ts';

const refusals: Readonly<Partial<Record<string, Readonly<Record<number, Explanation>>>>> = {
  ...accounts,
  ...imports,
  ...deployments,
  ...repositories,
  ...settings,
  ...discussions,
  ...contents,
};

/** A failed write: a `Failure`, or the parts of it that a plan, its row or the journal stores. */
export interface FailedWrite extends ToExplain {
  status?: number | null | undefined;
  /** The message of the platform. Without a status, and with the code `conflict` or `invalid`: a sentence of Reeve. */
  reportedMessage?: string | null | undefined;
}

/** A failed write in the words of the window. */
export interface Refusal {
  /** What failed. */
  reason: string;
  /** What the person can do. */
  nextStep: string;
  /** The field of the form that the failure is about; null: the whole form. */
  field: string | null;
  /** What is shown at this field, or for the whole form: the reason, then the next step if there is more to say. */
  text: string;
  /** The reply of the platform, for the details; null: `text` contains it. */
  original: string | null;
}

/**
 * The words for a failed write, everywhere in the window. The reason is the first of these: `why`, a known message of
 * the platform in our words, the cause that the core recognized, the meaning of the status for this operation, the
 * message as it was sent, the meaning of the code. For a 400 or 422, the message comes before the meaning of the
 * status, because only the message says what is wrong. `fields`: the names of the fields of the form. `why`: what the
 * form knows about the cause.
 */
export function refusalOf(op: string, failure: FailedWrite, fields: readonly string[] = [], why?: string): Refusal {
  const reportedMessage = failure.reportedMessage ?? '';
  const advice = adviceOf(op, failure);
  const { what, nextStep } = advice ?? explain(failure);
  const sentence = why ?? sentenceOf(failure, advice !== undefined);
  const reason = sentence || what;
  const field = fieldOf(failure, fields);
  // The general advice for a failure code adds nothing to a sentence of Reeve
  const isEnough = sentence !== '' && (field !== null || (isOurs(failure) && typeof failure.reason !== 'string'));
  const text = isEnough ? reason : `${reason} ${nextStep}`;
  const isIncluded = reportedMessage === '' || isOurs(failure) || text.includes(reportedMessage);
  const original = isIncluded ? null : failureDetails({ status: failure.status ?? undefined, reportedMessage });
  return { reason, nextStep, field, text, original };
}

/** What the status means for the operation; undefined: nothing more exact than the failure itself. */
function adviceOf(op: string, failure: FailedWrite): Explanation | undefined {
  const { code, status, reason } = failure;
  // A missing role is answered with 403 or 401. A 403 for another reason needs other advice.
  const isOther = reason === 'moved' || isRefusedEverywhere(failure) || (code === 'denied' && status === 403);
  const key = reason === 'role' ? 403 : isOther ? null : status;
  return typeof key === 'number' ? refusals[op]?.[key] : undefined;
}

/** Whether the message is a sentence of Reeve, not one of the platform. */
const isOurs = ({ code, status }: FailedWrite): boolean =>
  typeof status !== 'number' && (code === 'conflict' || code === 'invalid');

/** The message as a sentence; empty: the cause or the status of the failure says more. */
function sentenceOf(failure: FailedWrite, isExplained: boolean): string {
  const { code, status, reason } = failure;
  const message = (failure.reportedMessage ?? '').replace(statusText, '').replace(/^validation failed: /i, '');
  const words = isOurs(failure) ? message : inOurWords(message);
  if (words !== undefined) return words;
  const isAboutInput = status === 400 || status === 422;
  const hasCause = typeof reason === 'string' || code === 'throttled' || (isExplained && !isAboutInput);
  return hasCause || vague.test(message) ? '' : message.replace(/[^.!?…]$/, '$&.');
}

function inOurWords(message: string): string | undefined {
  const whole = known.find(([pattern]) => pattern.test(message));
  if (whole !== undefined) return message.replace(...whole);
  for (const [pattern, words] of aboutField) {
    const [, subject, found] = new RegExp(`^([\\w ]{1,60}) (${pattern.source})\\.?$`).exec(message) ?? [];
    if (subject !== undefined && found !== undefined) {
      return `${labelOf(subject.toLowerCase().replaceAll(' ', '_'))} ${found.replace(pattern, words)}.`;
    }
  }
  return undefined;
}

/**
 * The field that the failure names. Otherwise, if no cause is known, the first field in its message ("Username is
 * taken").
 */
function fieldOf({ field, reason, reportedMessage }: FailedWrite, fields: readonly string[]): string | null {
  if (field !== undefined) return fields.includes(field) ? field : null;
  if (typeof reason === 'string') return null;
  const message = `_${(reportedMessage ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}_`;
  const named = fields.filter((name) => message.includes(`_${name}_`));
  const [first] = named.toSorted((one, other) => message.indexOf(`_${one}_`) - message.indexOf(`_${other}_`));
  return first ?? null;
}
