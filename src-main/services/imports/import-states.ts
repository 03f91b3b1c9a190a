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
  /** A state onChanged, or it became known whether the instance reports states at all. */
  onChanged: (profileId: string) => void;
  /** An import began or is under way again. */
  onRunning: () => void;
}

/** An import that Reeve polls, and when it is due. */
export interface DueImport {
  profileId: string;
  projectId: number;
  at: number;
}

const ends = /^(finished|failed|cancell?ed|none)$/i;
const soonestMs = seconds(15);
const latestMs = hours(1);
/** The pause after a request that did not reach the platform. */
const heldMs = minutes(5);
/** An import that still runs after this time is no longer polled; a person must ask. */
const longestMs = hours(24 * 30);

/**
 * The states of imports that were sent. They are kept in `state.db`, and updated by the optional `GET
 * /projects/:id/import`: no other request is sent.
 */
export function importStates({ table, instanceOf, clock, onChanged, onRunning }: Needs) {
  /**
   * Whether the instance has the endpoint, by profile. In memory only: each start asks again, because an upgrade of the
   * instance may add it.
   */
  const offered = new Map<string, boolean>();
  const heldUntil = new Map<string, number>();

  function keep(one: StoredImport): void {
    table.put(one);
    if (one.watch === 'under-way') onRunning();
    onChanged(one.profileId);
  }

  /** Ask the platform. Fails when the reply says nothing about the import: unreachable, throttled, token refused. */
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
      // Its profile may have been removed meanwhile
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
      return { outcome: 'reported', status: 200, said: null };
    } catch (thrown) {
      const { status, said = null, code } = Failure.from(thrown);
      if (status === undefined || status === 401 || status >= 500 || code === 'throttled') throw thrown;
      const isAbsent = status === 404 || status === 405;
      // If another import was reported, the endpoint exists, so this project does not
      if (isAbsent && (offered.get(profileId) === true || isNamed(thrown))) {
        leaveToPerson();
        return { outcome: 'refused', status, said };
      }
      if (isAbsent) offered.set(profileId, false);
      else leaveToPerson();
      onChanged(profileId);
      return { outcome: isAbsent ? 'not-offered' : 'refused', status, said };
    }
  }

  return {
    /** By project. */
    of: (profileId: string): ReadonlyMap<number, StoredImport> =>
      new Map(table.of(profileId).map((one) => [one.projectId, one])),
    /** Whether this instance reports states of imports; null until it was asked. */
    isOffered: (profileId: string): boolean | null => offered.get(profileId) ?? null,
    /** Store the import that a reply to a write names. */
    onReply(profileId: string, name: string, reply: unknown): void {
      if (!importOps.some((op) => op === name)) return;
      const report = ImportReply.safeParse(reply).data;
      if (typeof report?.id !== 'number') return;
      const now = clock.now();
      const times = { startedAt: now, polledAt: now, reportedAt: now };
      keep({ profileId, projectId: report.id, watch: watchOf(report, 0), ...times, report });
    },
    ask,
    /** The import to ask about next; null: none runs on an instance that reports states. */
    next(): DueImport | null {
      const now = clock.now();
      const due = table
        .polled()
        .filter(({ profileId }) => offered.get(profileId) !== false)
        .map((one) => ({ ...one, at: Math.max(dueAt(one, now), heldUntil.get(one.profileId) ?? 0) }));
      return due.sort((a, b) => a.at - b.at)[0] ?? null;
    },
    /** Send no request for this profile for a while: its platform cannot be reached, or refuses its token. */
    hold(profileId: string, failure: Failure): void {
      heldUntil.set(profileId, Math.max(failure.retryAtMs ?? 0, clock.now() + heldMs));
    },
    /** Its platform can be reached again, or the profile was changed. */
    release: (profileId: string): boolean => heldUntil.delete(profileId),
    forget: (profileId: string): void => table.removeOf(profileId),
  };
}
export type ImportStates = ReturnType<typeof importStates>;

function watchOf({ import_status }: NonNullable<ImportReply>, ageMs: number): StoredImport['watch'] {
  if (ends.test(import_status ?? '')) return 'ended';
  return ageMs > longestMs ? 'needs-person' : 'under-way';
}

/** The older an import, the longer the interval; also if the clock was set back. */
function dueAt({ startedAt, polledAt }: StoredImport, now: number): number {
  const waitMs = Math.min(latestMs, Math.max(soonestMs, (now - startedAt) / 8));
  return Math.min(polledAt, now) + waitMs;
}

/** A 404 for a missing project names it ("404 Project Not Found"); a 404 for a missing endpoint names nothing. */
function isNamed(thrown: unknown): boolean {
  return isResourceMissing(thrown) && /\bproject\b/i.test(Failure.from(thrown).said ?? '');
}
