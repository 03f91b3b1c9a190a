import type { FailureData } from '#shared/errors.ts';
import { codes, distrusts, reasons, type Explanation } from './failure-texts.ts';
import { timeOfDay } from './moments.ts';

/** The parts of a failure that explain it. It may have been sent between processes, or stored. */
export interface ToExplain {
  code: string;
  reason?: string | null | undefined;
  distrust?: string | undefined;
  retryAtMs?: number | undefined;
  field?: string | undefined;
}

/** The explanation of a failure: by its reason, else by its code. Also accepts a failure that was sent over a wire. */
export function explain({ code, reason, distrust, retryAtMs, field }: ToExplain): Explanation {
  const byDistrust = distrust === undefined ? undefined : lookUp(distrusts, distrust);
  if (byDistrust !== undefined) return byDistrust;
  const byReason = reason !== null && reason !== undefined ? lookUp(reasons, reason) : undefined;
  const known = byReason ?? lookUp(codes, code) ?? codes.bug;
  const [, line] = (reason === 'text-too-costly' && /^line\.(\d+)$/.exec(field ?? '')) || [];
  if (line !== undefined) return { ...known, what: `${known.what} Parsing stopped at line ${line}.` };
  if (code !== 'throttled' || retryAtMs === undefined) return known;
  return { ...known, what: `${known.what} The limit resets at ${timeOfDay(retryAtMs)}.` };
}

/** The explanation of a word that is either a reason or a code, such as `Connection.reason`. */
export function explainWord(word: string): Explanation {
  return explain({ code: word, reason: word });
}

/** Why a list was never synced: its last refusal, for example in a sync of a pin; without one, `never`. */
export const whyNeverSynced = (refusal: { reason: string | null } | undefined, never: string): string =>
  refusal === undefined ? never : explainWord(refusal.reason ?? 'denied').what;

/** The error message of the instance, for the details; null if there is none. */
export function failureDetails({ status, reportedMessage, requestId }: Partial<FailureData>): string | null {
  const parts = [
    status === undefined ? null : `HTTP ${status}`,
    reportedMessage === undefined || reportedMessage === ''
      ? null
      : status === undefined
        ? `Connection: ${reportedMessage}`
        : reportedMessage,
    requestId === undefined ? null : `request ${requestId}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
