import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import { branches } from '#main/api/endpoints/branches.ts';
import { commits } from '#main/api/endpoints/commits.ts';
import { probes } from '#main/api/endpoints/probes.ts';
import type { Send } from '#main/api/types.ts';
import type { ImportReport, ImportSeen } from '#shared/contract/imports.ts';
import { Failure, isRefusedEverywhere } from '#shared/errors.ts';
import { hours, seconds } from '#shared/time.ts';

/**
 * What the platform shows of an import. `reported`: its status. `inferred`: the platform has no status endpoint, so
 * this is about the repository of the new project. `refused`: it shows neither.
 */
export type Look =
  | { kind: 'reported'; report: NonNullable<ImportReport>; fingerprint: string }
  | { kind: 'inferred'; seen: ImportSeen; fingerprint: string }
  | { kind: 'refused'; status: number; reportedMessage: string | null };

interface HowToLook {
  /** Whether the instance has the status endpoint; null: not known. */
  isOffered: boolean | null;
  /** Do not check the repository instead. */
  isReportOnly?: boolean;
  /** Called when it is known whether the instance has the status endpoint. */
  note: (isOffered: boolean) => void;
}

/**
 * Check an import: its status from the optional `GET /projects/:id/import`, or if the instance does not have it, one
 * page of branches and one page of commits.
 * Fails: if the reply says nothing about the import: unreachable, throttled, token rejected.
 */
export async function lookAtImport(
  send: Send,
  projectId: number,
  { isOffered, isReportOnly = false, note }: HowToLook,
  signal: AbortSignal,
): Promise<Look> {
  try {
    if (isOffered === false) return await lookAtRepository(send, projectId, signal);
    const report = (await send(probes.importStatus, { path: { id: projectId } }, signal)) ?? {};
    note(true);
    return { kind: 'reported', report, fingerprint: fingerprintOf(report) };
  } catch (thrown) {
    const failure = Failure.from(thrown);
    const { status, reportedMessage = null, code } = failure;
    if (status === undefined || isRefusedEverywhere(failure) || status >= 500 || code === 'throttled') throw thrown;
    // If the status of another import was reported, the endpoint exists, so this project does not
    const isEndpointAbsent = code === 'missing' && isOffered === null && !isProjectMissing(thrown);
    if (isEndpointAbsent) note(false);
    if (!isEndpointAbsent || isReportOnly) return { kind: 'refused', status, reportedMessage };
    return lookAtImport(send, projectId, { isOffered: false, note }, signal);
  }
}

async function lookAtRepository(send: Send, id: number, signal: AbortSignal): Promise<Look> {
  const input = { path: { id }, query: { per_page: 100 } };
  const heads = await unlessEmpty(send(branches.list, input, signal));
  const history = await unlessEmpty(send(commits.list, input, signal));
  const shown = [heads.map(({ name, commit }) => [name, commit?.id]), history.map((commit) => commit.id)];
  const seen = { branches: heads.length, commits: history.length };
  return { kind: 'inferred', seen, fingerprint: fingerprintOf(shown) };
}

/** A repository without commits can answer 404. */
async function unlessEmpty<R>(rows: Promise<R[]>): Promise<R[]> {
  try {
    return await rows;
  } catch (thrown) {
    if (Failure.from(thrown).status !== 404 || isProjectMissing(thrown)) throw thrown;
    return [];
  }
}

/** A 404 for a missing project contains the word ("404 Project Not Found"); a 404 for a missing endpoint does not. */
function isProjectMissing(thrown: unknown): boolean {
  return isResourceMissing(thrown) && /\bproject\b/i.test(Failure.from(thrown).reportedMessage ?? '');
}

const fingerprintOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);

/** What is stored from one check to the next. */
export const LookMemory = z.object({
  fingerprint: z.string(),
  /** Consecutive checks with the same result. */
  equal: z.number(),
  at: z.number(),
  /** When a check last showed a change. */
  newsAt: z.number(),
});
export type LookMemory = z.infer<typeof LookMemory>;

/** Checks in quick succession, for example by a person, count as one. */
const apartMs = seconds(8);
const equalLooks = 3;
const noNewsMs = hours(24);

/** The stored result after this check. A time in the future counts as now: the clock was set back. */
export function remember(before: LookMemory | null, fingerprint: string, now: number): LookMemory {
  if (before?.fingerprint !== fingerprint) return { fingerprint, equal: 1, at: now, newsAt: now };
  const newsAt = Math.min(before.newsAt, now);
  if (now - before.at < apartMs && before.at <= now) return { ...before, newsAt };
  return { fingerprint, equal: before.equal + 1, at: now, newsAt };
}

/** Whether a repository that the platform reports no status of was probably imported completely. */
export function isProbablyFinished({ equal }: LookMemory, look: Look): boolean {
  return look.kind === 'inferred' && look.seen.commits > 0 && equal >= equalLooks;
}

export const hasNoNews = ({ newsAt }: LookMemory, now: number): boolean => now - newsAt >= noNewsMs;
