import { dependencyExports as api } from '#main/api/endpoints/dependency-exports.ts';
import type { WriteOperation } from '#main/api/endpoints/index.ts';
import type { Send } from '#main/api/types.ts';
import type { BlobUse } from '#main/state/blobs/blobs.ts';
import type { StoredExport } from '#main/state/dependency-exports.ts';
import type { ExportKind } from '#shared/contract/dependency-exports.ts';
import { Failure, isRefusedHere } from '#shared/errors.ts';
import { exportNotices as words } from '#shared/text/en/dependency-exports.ts';
import { days, hours, megabytes } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { addExport } from './add-export.ts';
import { useOf } from './export-files.ts';
import { afterReply, askFor, longestWaitMs, slowWaitMs, stalledAfterMs } from './export-status.ts';
import type { PackageIndex } from './package-index.ts';

interface Needs extends Pick<AppContext, 'clock' | 'observe' | 'report'> {
  state: Pick<StateTables, 'blobs' | 'dependencyExports'>;
  index: PackageIndex;
  watches: Pick<AppContext['watches'], 'follow'>;
  /** An export of the profile changed. */
  onChanged: (profileId: string) => void;
}

/** The name of the watch. It is stored, so it must not change. */
export const exportsWatch = 'dependency-exports';

/** One check of one export, as a watch calls it. */
export interface CheckContext {
  instance: Pick<Instance, 'profile' | 'send'>;
  /** The platform's ID of the export. */
  place: string;
  signal: AbortSignal;
}
export interface CheckResult {
  changed: number;
  everyMs?: number;
  isOver?: boolean;
}

/** The operations that request exports. */
const kinds: ReadonlyMap<string, ExportKind> = new Map<WriteOperation, ExportKind>([
  ['dependency-exports.createForProject', 'project'],
  ['dependency-exports.createForGroup', 'group'],
  ['dependency-exports.createForPipeline', 'pipeline'],
]);
/** An export that has neither ended nor an expiry time is given up after this time. */
const longestMs = days(30);
const mostBytes = megabytes(300);

/**
 * The states of exports that were requested. They are taken over from the journal, checked until they end, and
 * downloaded before they expire. Only GETs are sent, so a crash at any moment repeats at most a GET.
 */
export function exportStates({ state: tables, index, clock, observe, report, watches, onChanged }: Needs) {
  const { blobs, dependencyExports: table } = tables;
  const onWatched = watches.follow;
  /** Progress of downloads by journal ID, from 0 to 1. */
  const progress = new Map<number, number>();

  function put(one: StoredExport): void {
    table.put(one);
    notify(one);
    onChanged(one.profileId);
  }

  function notify({ profileId, journalId, label, exportType, state, failure }: StoredExport): void {
    const at = clock.now();
    const link = { page: 'dependency-exports', query: { id: String(journalId) } };
    const common = { profileId, key: String(journalId), at, subject: label, link };
    const isFailed = state === 'failed' || state === 'stalled' || state === 'not-yours';
    observe({
      ...common,
      kind: 'dependency-export-failed',
      isAlarm: isFailed,
      title: isFailed ? words[state](label) : words.goesOn(label),
      body: failure?.reportedMessage ?? words.body(exportType),
    });
    if (state === 'kept') {
      report({ ...common, kind: 'dependency-export-kept', title: words.kept(label), body: words.body(exportType) });
    }
  }

  /** Take over new requests and outcomes from the journal. */
  function adopt(): void {
    const changed = table.adopt(kinds);
    for (const profileId of new Set(changed.map((one) => one.profileId))) onChanged(profileId);
    const watched = changed.filter(({ state }) => state === 'generating');
    for (const profileId of new Set(watched.map((one) => one.profileId))) onWatched(profileId);
  }

  async function check({ instance, place, signal }: CheckContext): Promise<CheckResult> {
    const { profile, send } = instance;
    const found = table.byExportId(profile.id, Number(place));
    if (found === null) return over(0);
    if (found.state !== 'generating' && found.state !== 'stalled' && found.state !== 'ready') return over(0);
    if (found.expiresAt !== null && clock.now() >= found.expiresAt) return ended(found, 'expired');
    try {
      const now = found.state === 'ready' ? found : await poll(found, send, signal);
      if (now.state === 'failed') return over(1);
      if (now.state !== 'ready') return { changed: Number(now.state !== found.state), everyMs: now.waitMs };
      return await keep(now, send, signal);
    } catch (thrown) {
      return endOrThrow(found, Failure.from(thrown));
    }
  }

  /** Ask for the state. */
  async function poll(one: StoredExport, send: Send, signal: AbortSignal): Promise<StoredExport> {
    const reply = await askFor(one.exportId ?? 0, send, signal);
    const now = clock.now();
    const next = afterReply(one, reply, now);
    put(next);
    if (next.state === 'stalled' && next.expiresAt === null && now - one.requestedAt >= longestMs) {
      throw new Failure('missing', 'the export never ended');
    }
    return next;
  }

  /** Download a finished export, and store it. */
  async function keep(one: StoredExport, send: Send, signal: AbortSignal): Promise<CheckResult> {
    const use = useOf(one);
    const exportId = one.exportId ?? 0;
    // The last run may have stored the file and ended before it stored the state
    if (blobs.get(use) === null) await download(exportId, use, send, signal);
    put({ ...one, state: 'kept', keptAt: clock.now(), failure: null });
    await index.parse(one.profileId, one.journalId, one.exportType);
    onChanged(one.profileId);
    return over(1);
  }

  async function download(exportId: number, use: BlobUse, send: Send, signal: AbortSignal): Promise<void> {
    const id = Number(use.key);
    const onProgress = (done: { receivedBytes: number; totalBytes: number | null }): void => {
      if (done.totalBytes !== null) progress.set(id, done.receivedBytes / Math.max(1, done.totalBytes));
      onChanged(use.profileId);
    };
    const request = (into: WritableStream<Uint8Array>) =>
      send.bytes(api.download, { path: { id: exportId } }, { into, mostBytes, onProgress }, signal);
    await blobs.receive(() => use, clock, request).finally(() => progress.delete(id));
  }

  /** The state of the export after a failed check. Throws failures that don't concern the export. */
  function endOrThrow(before: StoredExport, failure: Failure): CheckResult {
    const { code, status, reason, reportedMessage } = failure;
    const one = table.get(before.profileId, before.journalId) ?? before;
    const why = {
      code,
      ...(status === undefined ? {} : { status }),
      ...(reason === undefined ? {} : { reason }),
      ...(reportedMessage === undefined ? {} : { reportedMessage }),
    };
    if (reason === 'storage-limit' || reason === 'too-large') {
      put({ ...one, failure: why });
      return { changed: 1, everyMs: hours(1) };
    }
    if (reason === 'not-finished' || (status === 404 && one.state === 'ready' && before.state !== 'ready')) {
      put({ ...one, state: before.state === 'ready' ? 'generating' : before.state });
      return { changed: 1, everyMs: clock.now() - one.requestedAt < stalledAfterMs ? longestWaitMs : slowWaitMs };
    }
    if (isRefusedHere(failure)) {
      const isExpired = one.expiresAt !== null && clock.now() >= one.expiresAt;
      return ended({ ...one, failure: why }, isExpired || status === undefined ? 'expired' : 'not-yours');
    }
    throw failure;
  }

  function ended(one: StoredExport, state: StoredExport['state']): CheckResult {
    put({ ...one, state });
    return over(1);
  }

  return {
    adopt,
    add: addExport({ table, clock, put, onWatched }),
    /** The platform's IDs of the exports to check. */
    places: (profileId: string): string[] => table.watched(profileId).map(String),
    check,
    progressOf: (journalId: number): number | null => progress.get(journalId) ?? null,
    /** Check an export again that has ended, but may still exist on the platform. */
    checkAgain(one: StoredExport): void {
      put({ ...one, state: 'generating', waitMs: 0, polledAt: null, failure: null });
      onWatched(one.profileId);
    },
    forget: (profileId: string): void => blobs.releaseOf(profileId),
  };
}
export type ExportStates = ReturnType<typeof exportStates>;

const over = (changed: number): CheckResult => ({ changed, isOver: true });
