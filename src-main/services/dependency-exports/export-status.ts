import { z } from 'zod';
import { dependencyExports as api } from '#main/api/endpoints/dependency-exports.ts';
import type { Endpoint, Send } from '#main/api/types.ts';
import type { StoredExport } from '#main/state/dependency-exports.ts';
import { DependencyListExport } from '#shared/contract/dependency-exports.ts';
import { Failure } from '#shared/errors.ts';
import { fromIso, hours, minutes, seconds } from '#shared/time.ts';
import { asDocumented } from '#shared/unexpected-values.ts';

export const firstWaitMs = seconds(2);
export const longestWaitMs = seconds(30);
/** An export that is not finished this long after its request is stalled. */
export const stalledAfterMs = hours(1);
/** The interval for exports that probably don't change soon. */
export const slowWaitMs = minutes(10);

const Reported = DependencyListExport.partial();
/** What the platform replied about an export. */
export type Reported = z.infer<typeof Reported>;

/** The documents don't show the body of a 202 reply, so it may be missing. */
const status: Endpoint = { ...api.get, reply: z.unknown() };

/** Ask for the state of an export. Fails: as `send` does. */
export async function askFor(
  exportId: number,
  send: Send,
  signal: AbortSignal,
): Promise<{ isReady: boolean; reported: Reported }> {
  const answer = await send.answer(status, { path: { id: exportId } }, signal);
  if (answer.status !== 200) return { isReady: false, reported: asDocumented(Reported, answer.value) ?? {} };
  const reported = asDocumented(DependencyListExport, answer.value);
  if (reported === undefined) {
    throw new Failure('remote', 'a reply that is not as documented', { reason: 'unreadable-reply', status: 200 });
  }
  return { isReady: reported.has_finished !== false, reported };
}

/** The export after a reply at this time. */
export function afterReply(
  one: StoredExport,
  { isReady: isFinished, reported }: { isReady: boolean; reported: Reported },
  now: number,
): StoredExport {
  const isFailed = /^fail/i.test(reported.status ?? '');
  const isReady = !isFailed && isFinished;
  const isStalled = !isReady && now - one.requestedAt >= stalledAfterMs;
  const waitMs = one.polledAt === null ? firstWaitMs : Math.min(longestWaitMs, Math.max(firstWaitMs, one.waitMs * 2));
  return {
    ...one,
    state: isFailed ? 'failed' : isReady ? 'ready' : isStalled ? 'stalled' : 'generating',
    polledAt: now,
    waitMs: isStalled ? slowWaitMs : waitMs,
    expiresAt: fromIso(reported.expires_at) ?? one.expiresAt,
    failure: isFailed ? { code: 'remote', ...messageIn(reported) } : null,
  };
}

/** The platform may say why it failed in a field that the documents do not name. */
function messageIn({ message, error }: Readonly<Record<string, unknown>>): { reportedMessage?: string } {
  const text = [message, error].find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return text === undefined ? {} : { reportedMessage: text.slice(0, 2_000) };
}
