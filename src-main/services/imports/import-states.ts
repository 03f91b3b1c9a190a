import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import { probes } from '#main/api/endpoints/probes.ts';
import type { Clock } from '#main/ports.ts';
import type { ImportTable, StoredImport } from '#main/state/imports.ts';
import { importOps, ImportReply, type ImportStatusCheck } from '#shared/contract/imports.ts';
import { Failure } from '#shared/errors.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs {
  table: ImportTable;
  instanceOf: (profileId: string) => Promise<Pick<Instance, 'send'>>;
  clock: Clock;
  /** Called after a status changed, or after it became known whether the instance reports statuses. */
  onChanged: (profileId: string) => void;
  /** Called after an import started or is running again. */
  onRunning: () => void;
}

/** An import that Reeve polls, and the time of the next request. */
export interface DueImport {
  profileId: string;
  projectId: number;
  at: number;
}

const ends = /^(finished|failed|cancell?ed|none)$/i;
const soonestMs = seconds(15);
const latestMs = hours(1);
/** Time without requests after the platform could not be reached. */
const heldMs = minutes(5);
/** An import that still runs after this time is no longer polled automatically. */
const longestMs = hours(24 * 30);

/**
 * The statuses of imports that were sent. They are stored in `state.db` and updated with the optional `GET
 * /projects/:id/import`. No other requests are sent.
 */
export function importStates({ table, instanceOf, clock, onChanged, onRunning }: Needs) {
  /**
   * Whether the instance has the endpoint, by profile. Only in memory: each start checks again, because an upgrade of
   * the instance may add it.
   */
  const offered = new Map<string, boolean>();
  const heldUntil = new Map<string, number>();

  function keep(one: StoredImport): void {
    table.put(one);
    if (one.watch === 'under-way') onRunning();
    onChanged(one.profileId);
  }

  /**
   * Request the status from the platform.
   * Fails: if the reply says nothing about the import: unreachable, throttled, token rejected.
   */
  async function ask(profileId: string, projectId: number, signal: AbortSignal): Promise<ImportStatusCheck> {
    const { send } = await instanceOf(profileId);
    const known = table.get(profileId, projectId);
    const now = clock.now();
    const row = known ?? {
      profileId,
      projectId,
      watch: 'under-way' as const,
      startedAt: now,
      reportedAt: now,
      report: {},
    };
    const put = (change: Partial<StoredImport>): void => {
      // The profile may have been removed meanwhile
      const isStillKept = known === null || table.get(profileId, projectId) !== null;
      if (isStillKept) keep({ ...row, polledAt: clock.now(), ...change });
    };
    const leaveToPerson = (): void => {
      if (known !== null) put({ watch: 'needs-person' });
    };
    try {
      const report = (await send(probes.importStatus, { path: { id: projectId } }, signal)) ?? {};
      offered.set(profileId, true);
      put({ report, reportedAt: clock.now(), watch: watchOf(report, clock.now() - row.startedAt) });
      return { outcome: 'reported', status: 200, reportedMessage: null };
    } catch (thrown) {
      const { status, reportedMessage = null, code } = Failure.from(thrown);
      if (status === undefined || status === 401 || status >= 500 || code === 'throttled') throw thrown;
      const isAbsent = status === 404 || status === 405;
      // If the status of another import was reported, the endpoint exists, so this project does not
      if (isAbsent && (offered.get(profileId) === true || isNamed(thrown))) {
        leaveToPerson();
        return { outcome: 'refused', status, reportedMessage };
      }
      if (isAbsent) offered.set(profileId, false);
      else leaveToPerson();
      onChanged(profileId);
      return { outcome: isAbsent ? 'not-offered' : 'refused', status, reportedMessage };
    }
  }

  return {
    /** By project id. */
    of: (profileId: string): ReadonlyMap<number, StoredImport> =>
      new Map(table.of(profileId).map((one) => [one.projectId, one])),
    /** Whether this instance reports statuses of imports; null until the first request. */
    isOffered: (profileId: string): boolean | null => offered.get(profileId) ?? null,
    /** Store the import that the reply to a write describes. */
    onReply(profileId: string, name: string, reply: unknown): void {
      if (!importOps.some((op) => op === name)) return;
      const report = ImportReply.safeParse(reply).data;
      if (typeof report?.id !== 'number') return;
      const now = clock.now();
      const times = { startedAt: now, polledAt: now, reportedAt: now };
      keep({ profileId, projectId: report.id, watch: watchOf(report, 0), ...times, report });
    },
    ask,
    /** The import to request next; null: no import is running on an instance that reports statuses. */
    next(): DueImport | null {
      const now = clock.now();
      const due = table
        .polled()
        .filter(({ profileId }) => offered.get(profileId) !== false)
        .map((one) => ({ ...one, at: Math.max(dueAt(one, now), heldUntil.get(one.profileId) ?? 0) }));
      return due.sort((a, b) => a.at - b.at)[0] ?? null;
    },
    /** Send no requests for this profile for some time: its platform can't be reached, or rejects its token. */
    hold(profileId: string, failure: Failure): void {
      heldUntil.set(profileId, Math.max(failure.retryAtMs ?? 0, clock.now() + heldMs));
    },
    /** Called when the platform can be reached again or the profile was changed. */
    release: (profileId: string): boolean => heldUntil.delete(profileId),
    forget: (profileId: string): void => table.removeOf(profileId),
  };
}
export type ImportStates = ReturnType<typeof importStates>;

function watchOf({ import_status }: NonNullable<ImportReply>, ageMs: number): StoredImport['watch'] {
  if (ends.test(import_status ?? '')) return 'ended';
  return ageMs > longestMs ? 'needs-person' : 'under-way';
}

/** The interval grows with the age of the import. A clock that was set back does not delay the request. */
function dueAt({ startedAt, polledAt }: StoredImport, now: number): number {
  const waitMs = Math.min(latestMs, Math.max(soonestMs, (now - startedAt) / 8));
  return Math.min(polledAt, now) + waitMs;
}

/** A 404 for a missing project contains the word ("404 Project Not Found"); a 404 for a missing endpoint does not. */
function isNamed(thrown: unknown): boolean {
  return isResourceMissing(thrown) && /\bproject\b/i.test(Failure.from(thrown).reportedMessage ?? '');
}
