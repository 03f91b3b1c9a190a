import type { Send } from '#main/api/types.ts';
import type { StoredImport } from '#main/state/imports.ts';
import { importOps, ImportReply, type ImportSeen, type ImportStatusCheck } from '#shared/contract/imports.ts';
import { minutes, seconds } from '#shared/time.ts';
import { asDocumented } from '#shared/unexpected-values.ts';
import type { AppContext } from '../app-context.ts';
import { importEnd, type ImportEnd } from '../notices/observers/imports.ts';
import { hasNoNews, isProbablyFinished, lookAtImport, LookMemory, remember, type Look } from './import-look.ts';

/** One check of an import under way. `watermark`: what the previous check returned. */
interface ImportCheck {
  profileId: string;
  projectId: number;
  send: Send;
  watermark: string | null;
  signal: AbortSignal;
}

const ends = /^(finished|failed|cancell?ed|none)$/i;
const firstMs = seconds(10);
const latestMs = minutes(5);

/**
 * The statuses of imports that were sent, stored in `state.db`. They come from the optional `GET /projects/:id/import`;
 * without it, the end of an import is inferred from branches and commits.
 */
export function importStates(
  app: Pick<AppContext, 'state' | 'instanceOf' | 'clock' | 'emitTo' | 'watches' | 'report'>,
) {
  const { instanceOf, clock, emitTo, watches } = app;
  const { imports: table } = app.state;
  /**
   * Whether the instance has the endpoint, by profile. Only in memory: each start checks again, because an upgrade of
   * the instance may add it.
   */
  const offered = new Map<string, boolean>();
  /** What projects without a reported status contained, by profile and project. Only in memory, too. */
  const seen = new Map<string, ImportSeen>();

  function keep(one: StoredImport): void {
    const before = table.get(one.profileId, one.projectId);
    table.put(one);
    if (one.watch === 'under-way') watches.follow(one.profileId);
    const end = endOf(one);
    if (before?.watch === 'under-way' && one.watch !== 'under-way' && end !== null) {
      const isFine = end === 'finished' || end === 'probably-finished';
      app.report(importEnd(one, end, clock.now()), isFine ? 'info' : 'alarm');
    }
    onChanged(one.profileId);
  }

  /** A status changed, or Reeve learned whether the instance reports statuses. */
  function onChanged(profileId: string): void {
    emitTo(profileId)('imports', 'changed', {});
  }

  async function look(
    send: Send,
    profileId: string,
    projectId: number,
    signal: AbortSignal,
    { isReportOnly = false } = {},
  ): Promise<Look> {
    const note = (isOffered: boolean): void => {
      if (offered.get(profileId) === isOffered) return;
      offered.set(profileId, isOffered);
      onChanged(profileId);
    };
    const how = { isOffered: offered.get(profileId) ?? null, isReportOnly, note };
    const looked = await lookAtImport(send, projectId, how, signal);
    if (looked.kind === 'inferred') seen.set(`${profileId} ${projectId}`, looked.seen);
    return looked;
  }

  /** Store an import that Reeve did not know before. */
  function keepNew(profileId: string, projectId: number, report: StoredImport['report']): void {
    const now = clock.now();
    keep({ profileId, projectId, startedAt: now, polledAt: now, reportedAt: now, watch: watchOf(report), report });
  }

  /** The changed state of an import. Null: it was removed meanwhile. */
  function put(profileId: string, projectId: number, change: Partial<StoredImport>): void {
    const known = table.get(profileId, projectId);
    if (known !== null) keep({ ...known, polledAt: clock.now(), ...change });
  }

  return {
    /** By project id. */
    of: (profileId: string): ReadonlyMap<number, StoredImport> =>
      new Map(table.of(profileId).map((one) => [one.projectId, one])),
    /** The projects whose imports are under way. */
    underWay: (profileId: string): number[] =>
      table
        .of(profileId)
        .filter(({ watch }) => watch === 'under-way')
        .map(({ projectId }) => projectId),
    /** Whether this instance reports statuses of imports; null until the first request. */
    isOffered: (profileId: string): boolean | null => offered.get(profileId) ?? null,
    /** What the project contained at the last check; null: not checked since Reeve started, or its status is reported. */
    seenOf: (profileId: string, projectId: number): ImportSeen | null => seen.get(`${profileId} ${projectId}`) ?? null,
    /**
     * Ask the platform once whether a known project was imported, by anyone. An import is then kept, and watched if it is
     * under way. Does nothing if the instance reports no statuses.
     * Fails: as `ask`.
     */
    async find(profileId: string, projectId: number, send: Send, signal: AbortSignal): Promise<boolean> {
      if (table.get(profileId, projectId) !== null || offered.get(profileId) === false) return false;
      const looked = await look(send, profileId, projectId, signal, { isReportOnly: true });
      if (looked.kind !== 'reported') return false;
      const status = looked.report.import_status ?? 'none';
      if (status === 'none' || table.get(profileId, projectId) !== null) return false;
      keepNew(profileId, projectId, looked.report);
      return true;
    },
    /** Store the import that the reply to a write describes. A canceled import is no longer watched. */
    reply({ id: profileId }: { id: string }, name: string, reply: unknown): void {
      const isCancel = name === 'imports.cancel';
      if (!isCancel && !importOps.some((op) => op === name)) return;
      const report = asDocumented(ImportReply, reply);
      if (typeof report?.id !== 'number') return;
      if (isCancel) put(profileId, report.id, { watch: watchOf(report), report, reportedAt: clock.now() });
      else keepNew(profileId, report.id, report);
    },
    /**
     * A person checks an import, which is watched again if it is under way.
     * Fails: if the reply says nothing about the import: unreachable, throttled, token rejected.
     */
    async ask(profileId: string, projectId: number, signal: AbortSignal): Promise<ImportStatusCheck> {
      const { send } = await instanceOf(profileId);
      const looked = await look(send, profileId, projectId, signal);
      const now = clock.now();
      const known = table.get(profileId, projectId);
      if (looked.kind === 'refused') {
        if (known !== null) put(profileId, projectId, { watch: 'needs-person' });
        const { status, reportedMessage } = looked;
        return { outcome: 'refused', status, reportedMessage, import_status: null, seen: null };
      }
      const watch = looked.kind === 'reported' ? watchOf(looked.report) : 'under-way';
      const reported = looked.kind === 'reported' ? { report: looked.report, reportedAt: now } : {};
      const unknown = { profileId, projectId, startedAt: now, reportedAt: now, report: {} };
      const isOver = looked.kind === 'inferred' && known?.watch === 'ended';
      keep({ ...(known ?? unknown), ...reported, polledAt: now, watch: isOver ? 'ended' : watch });
      const found =
        looked.kind === 'inferred'
          ? { import_status: null, seen: looked.seen }
          : { import_status: statusOf(looked.report), seen: null };
      return { outcome: looked.kind, status: 200, reportedMessage: null, ...found };
    },
    /**
     * Check an import under way. Returns when to check again; null: it is no longer watched.
     * Fails: as `ask`.
     */
    async check({ profileId, projectId, send, watermark, signal }: ImportCheck) {
      const known = table.get(profileId, projectId);
      if (known?.watch !== 'under-way') return null;
      const looked = await look(send, profileId, projectId, signal);
      const now = clock.now();
      if (looked.kind === 'refused') {
        put(profileId, projectId, { watch: 'needs-person' });
        return null;
      }
      const memory = remember(memoryOf(watermark), looked.fingerprint, now);
      const reported = looked.kind === 'reported' ? { report: looked.report, reportedAt: now } : {};
      const isOver = isProbablyFinished(memory, looked) || watchOf(reported.report ?? {}) === 'ended';
      const watch = isOver ? 'ended' : hasNoNews(memory, now) ? 'needs-person' : 'under-way';
      put(profileId, projectId, { ...reported, watch });
      if (watch !== 'under-way') return null;
      return {
        everyMs: intervalOf(now - known.startedAt),
        watermark: JSON.stringify(memory),
        isNew: memory.equal === 1,
      };
    },
  };
}
export type ImportStates = ReturnType<typeof importStates>;

/** Whether the end of an import was inferred, because the platform did not report it. */
export const isInferred = ({ watch, report }: Pick<StoredImport, 'watch' | 'report'>): boolean =>
  watch === 'ended' && watchOf(report) !== 'ended';

function endOf(one: StoredImport): ImportEnd | null {
  if (one.watch === 'needs-person') return 'no-news';
  if (isInferred(one)) return 'probably-finished';
  const status = one.report.import_status?.toLowerCase();
  return status === 'finished' || status === 'failed' ? status : null;
}

const statusOf = ({ human_import_status_name: name, import_status: status }: NonNullable<ImportReply>): string | null =>
  name ?? status ?? null;

/** Whether an import with this status is watched. */
export function watchOf({ import_status }: NonNullable<ImportReply>): StoredImport['watch'] {
  return ends.test(import_status ?? '') ? 'ended' : 'under-way';
}

/**
 * Each wait is one and a half times the one before, so it is half of the age of the import longer than the first. A
 * clock that was set back does not delay the check.
 */
export function intervalOf(ageMs: number): number {
  return Math.min(latestMs, firstMs + Math.max(0, ageMs) / 2);
}

function memoryOf(watermark: string | null): LookMemory | null {
  return watermark === null ? null : (LookMemory.safeParse(JSON.parse(watermark)).data ?? null);
}
