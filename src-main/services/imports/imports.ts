import { setImmediate } from 'node:timers/promises';
import type { WriteOperation } from '#main/api/endpoints/index.ts';
import type { StoredImport } from '#main/state/imports.ts';
import type { FullEntry } from '#main/state/journal.ts';
import {
  ImportReply,
  importWrites,
  type FoundImport,
  type ImportReport,
  type ImportEntry,
  type ImportOp,
  type ImportProblem,
  type QueueLine,
} from '#shared/contract/imports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import type { Services } from '#shared/contract/kit.ts';
import { asDocumented } from '#shared/unexpected-values.ts';
import { checkImport, withoutOuterSlashes } from './import-queue.ts';
import { isInferred, watchOf, type ImportStates } from './import-states.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs extends Pick<AppContext, 'state' | 'texts'> {
  open: () => Instance;
  states: Pick<ImportStates, 'of' | 'isOffered' | 'seenOf' | 'ask'>;
}

/** A reported status of an import, and its time. */
interface StatusReport {
  at: number;
  reply: NonNullable<ImportReport>;
}

/** Type check: these are operations of this release. */
const operations: readonly ((typeof importWrites)[number] & WriteOperation)[] = importWrites;
const cancel: WriteOperation = 'imports.cancel';
const mostOfEach = 200;
/** Lines that are compared with the catalogue in one turn of the event loop. */
const batchLines = 500;
const over = /^(finished|failed|cancell?ed|cancell?ing)$/i;

/** Checks imports before they are sent, and lists those that were sent. The write engine sends them. */
export function imports({ open, state: { journal, catalogue }, texts, states }: Needs) {
  function written(most: number): FullEntry[] {
    const profileId = open().profile.id;
    return operations
      .flatMap((op) => journal.list(JournalQuery.parse({ op, profileId }), { from: 0, count: most }))
      .sort((a, b) => b.id - a.id);
  }
  function olderThan(shown: number): number {
    const profileId = open().profile.id;
    const all = operations.map((op) => journal.count(JournalQuery.parse({ op, profileId })));
    return all.reduce((sum, one) => sum + one, 0) - shown;
  }

  /** The problems that the catalogue and the journal show. */
  function known({ target, body }: Pick<QueueLine, 'target' | 'body'>, made: ReadonlySet<string>): ImportProblem[] {
    const profileId = open().profile.id;
    const problems: ImportProblem[] = [];
    const given = body['target_namespace'];
    const namespace = typeof given === 'string' ? withoutOuterSlashes(given.trim()) : '';
    const group = namespace === '' ? null : catalogue.get(profileId, 'group', namespace);
    if (group?.verdict === 'missing' || group?.verdict === 'denied') {
      problems.push({ field: 'target_namespace', kind: `namespace-${group.verdict}`, detail: namespace });
    }
    if (target === null || target.startsWith('/') || target.includes('/#')) return problems;
    const field = 'new_name';
    if (made.has(target)) return [...problems, { field, kind: 'imported', detail: target }];
    const project = catalogue.get(profileId, 'project', target);
    if (project === null || project.removedAt !== null || project.verdict === 'missing') return problems;
    return [...problems, { field, kind: 'exists', detail: project.path ?? target }];
  }
  const madeHere = (): ReadonlySet<string> =>
    new Set(
      // All entries: earlier imports block the path as well
      written(Number.MAX_SAFE_INTEGER)
        .filter(({ op, state }) => isImport(op) && state === 'applied')
        .flatMap(({ reply }) => pathIn(asDocumented(ImportReply, reply)) ?? [])
        .map((path) => path.toLowerCase()),
    );

  /** The kept imports that Reeve did not send. Running ones come first, then failed ones. */
  function foundIn(profileId: string, kept: ReadonlyMap<number, StoredImport>): FoundImport[] {
    const sent = new Set(
      written(Number.MAX_SAFE_INTEGER).flatMap(({ reply }) => asDocumented(ImportReply, reply)?.id ?? []),
    );
    const rank = ({ watch, import_status }: FoundImport): number =>
      watch === 'under-way' ? 0 : /^failed$/i.test(import_status ?? '') ? 1 : 2;
    return [...kept.values()]
      .filter(({ projectId }) => !sent.has(projectId))
      .map(({ projectId, watch, reportedAt, report }) => ({
        ...{ projectId, watch, statusAt: reportedAt },
        path: pathIn(report) ?? catalogue.get(profileId, 'project', projectId)?.path ?? null,
        import_status: report.import_status ?? null,
        human_import_status_name: report.human_import_status_name ?? null,
        import_warning: report.import_warning ?? null,
        import_error: report.import_error ?? null,
      }))
      .sort((a, b) => rank(a) - rank(b) || b.statusAt - a.statusAt)
      .slice(0, mostOfEach);
  }

  return {
    read: async (given, signal) => {
      const { dialect } = open().profile;
      const { rows, problems } = await texts.read('queue', { ...given, dialect }, signal);
      const made = madeHere();
      const lines: QueueLine[] = [];
      for (const line of rows) {
        if (lines.length % batchLines === batchLines - 1) await setImmediate();
        lines.push({ ...line, problems: [...line.problems, ...known(line, made)] });
      }
      return { problems, lines };
    },
    check: ({ op, body }) => {
      const read = checkImport(op, body);
      return { problems: [...read.problems, ...known(read, madeHere())] };
    },
    history: () => {
      const { id: profileId } = open().profile;
      const kept = states.of(profileId);
      const entries = written(mostOfEach);
      const cancels = new Map<number, StatusReport>();
      for (const entry of entries.filter(({ op, state }) => op === cancel && state === 'applied').reverse()) {
        const id = entry.write.body?.['project_id'];
        const reply = asDocumented(ImportReply, entry.reply) ?? { import_status: 'canceled' };
        if (typeof id === 'number') cancels.set(id, { at: entry.endedAt ?? entry.intendedAt, reply });
      }
      return {
        isStatusOffered: states.isOffered(profileId),
        older: olderThan(entries.length),
        entries: entries.map((entry) => toEntry(entry, cancels, kept, states)),
        found: foundIn(profileId, kept),
      };
    },
    refreshStatus: ({ projectId }, signal) => states.ask(open().profile.id, projectId, signal),
  } satisfies Services<ReeveContract>['imports'];
}

const isImport = (op: string): op is ImportOp => op.startsWith('imports.from');

function toEntry(
  entry: FullEntry,
  cancels: ReadonlyMap<number, StatusReport>,
  kept: ReadonlyMap<number, StoredImport>,
  { isOffered, seenOf }: Pick<ImportStates, 'isOffered' | 'seenOf'>,
): ImportEntry {
  const { id, planId, label, state, status, reportedMessage, intendedAt: at, endedAt } = entry;
  const op = entry.op as ImportEntry['op'];
  const reply = asDocumented(ImportReply, entry.reply) ?? null;
  const projectId = reply?.id ?? null;
  const own: StatusReport[] = reply === null ? [] : [{ at: endedAt ?? at, reply }];
  const known = isImport(op) && projectId !== null ? kept.get(projectId) : undefined;
  const read: StatusReport[] = known === undefined ? [] : [{ at: known.reportedAt, reply: known.report }];
  const cancelled = isImport(op) && projectId !== null ? [cancels.get(projectId) ?? []].flat() : [];
  const last = [...own, ...read]
    .concat(cancelled)
    .sort((a, b) => a.at - b.at)
    .at(-1);
  const importStatus = last?.reply.import_status ?? null;
  const isOver = watchOf(last?.reply ?? {}) === 'ended';
  const checkedAt = known !== undefined && known.polledAt > known.startedAt ? known.polledAt : null;
  const hasReport = cancelled.length > 0 || (known !== undefined && known.reportedAt > known.startedAt);
  const offered = isOffered(entry.profileId);
  return {
    ...{ id, planId, op, label, at, state, status, reportedMessage },
    project: projectId === null ? null : { id: projectId, path: pathIn(reply), link: reply?.provider_link ?? null },
    import_status: importStatus,
    human_import_status_name: last?.reply.human_import_status_name ?? null,
    import_warning: last?.reply.import_warning ?? null,
    import_error: last?.reply.import_error ?? null,
    statusAt: last?.at ?? null,
    watch: known !== undefined && isOver ? 'ended' : (known?.watch ?? null),
    isInferred: known !== undefined && cancelled.length === 0 && isInferred(known),
    isUnreported:
      isImport(op) &&
      state === 'applied' &&
      known?.watch !== 'ended' &&
      !isOver &&
      !hasReport &&
      (offered === false || (offered === null && checkedAt !== null)),
    checkedAt,
    seen: projectId === null ? null : seenOf(entry.profileId, projectId),
    isCancellable:
      op === 'imports.fromCodehostA' &&
      state === 'applied' &&
      projectId !== null &&
      known?.watch !== 'ended' &&
      !over.test(importStatus ?? ''),
  };
}

/** `full_path` begins with a slash. */
function pathIn(reply: ImportReply | undefined): string | null {
  return reply?.full_path?.replace(/^\/+/, '') ?? null;
}
