import type { z } from 'zod';
import type { StoredExport } from '#main/state/dependency-exports.ts';
import { DependencyListExport } from '#shared/contract/dependency-exports.ts';
import { fromIso, hours, minutes, seconds } from '#shared/time.ts';

export const firstWaitMs = seconds(2);
export const longestWaitMs = seconds(30);
/** An export that is not finished this long after its request is stalled. */
export const stalledAfterMs = hours(1);
/** The interval for exports that probably don't change soon. */
export const slowWaitMs = minutes(10);

/** What the platform replied about an export. A 202 reply may have no body. */
const Reported = DependencyListExport.partial();
export type Reported = z.infer<typeof Reported>;

export const reportedIn = (body: unknown): Reported => Reported.safeParse(body ?? {}).data ?? {};

/** The export after a reply with this HTTP status at this time. */
export function afterReply(one: StoredExport, status: number, reported: Reported, now: number): StoredExport {
  const isFailed = /^fail/i.test(reported.status ?? '');
  const isReady = !isFailed && status === 200 && reported.has_finished !== false;
  const isStalled = !isReady && now - one.requestedAt >= stalledAfterMs;
  const waitMs = one.polledAt === null ? firstWaitMs : Math.min(longestWaitMs, Math.max(firstWaitMs, one.waitMs * 2));
  return {
    ...one,
    state: isFailed ? 'failed' : isReady ? 'ready' : isStalled ? 'stalled' : 'generating',
    polledAt: now,
    waitMs: isStalled ? slowWaitMs : waitMs,
    expiresAt: fromIso(reported.expires_at) ?? one.expiresAt,
    failure: isFailed ? { code: 'remote', reportedMessage: messageIn(reported) } : null,
  };
}

/** The platform may say why it failed in a field that the documents do not name. */
function messageIn(reported: Readonly<Record<string, unknown>>): string {
  const { message, error, status } = reported;
  const text = [message, error, status].find((value) => typeof value === 'string');
  return String(text ?? '').slice(0, 2_000);
}
