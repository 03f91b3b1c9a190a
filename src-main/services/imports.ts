import { probes } from '#main/api/probes.ts';
import type { Clock } from '#main/ports.ts';
import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import type { FullEntry, Journal } from '#main/state/journal.ts';
import {
  ImportReply,
  importWrites,
  type ImportEntry,
  type ImportOp,
  type ImportProblem,
  type QueueLine,
} from '#shared/contract/imports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { readImport, readQueue } from './import-queue.ts';
import type { Instance } from './instance.ts';

interface Needs {
  open: () => Instance;
  journal: Pick<Journal, 'list' | 'count'>;
  catalogue: Pick<ReturnType<typeof catalogueTable>, 'get'>;
  clock: Clock;
  changed: () => void;
}

/** What an answer told of an import, and when. */
interface Told {
  at: number;
  reply: NonNullable<ImportReply>;
}

const mostOfEach = 200;
const over = /^(finished|failed|cancell?ed|cancell?ing)$/i;

/** Looks before imports are sent, and what became of those that were. Nothing here writes: that is the engine's. */
export function imports({ open, journal, catalogue, clock, changed }: Needs) {
  /** By profile: what the optional probe told of projects, newest last, and whether it is there at all. */
  const looks = new Map<string, { told: Map<number, Told>; isOffered: boolean | null }>();

  function looksOf(profileId: string) {
    const known = looks.get(profileId) ?? { told: new Map<number, Told>(), isOffered: null };
    looks.set(profileId, known);
    return known;
  }
  function written(most: number): FullEntry[] {
    const profileId = open().profile.id;
    return importWrites
      .flatMap((op) => journal.list(JournalQuery.parse({ op, profileId }), { from: 0, count: most }))
      .sort((a, b) => b.id - a.id);
  }
  function olderThan(shown: number): number {
    const profileId = open().profile.id;
    const all = importWrites.map((op) => journal.count(JournalQuery.parse({ op, profileId })));
    return all.reduce((sum, one) => sum + one, 0) - shown;
  }

  /** What the catalogue and the journal say against it. */
  function known({ target, body }: Pick<QueueLine, 'target' | 'body'>, made: ReadonlySet<string>): ImportProblem[] {
    const profileId = open().profile.id;
    const problems: ImportProblem[] = [];
    const given = body['target_namespace'];
    const namespace = typeof given === 'string' ? given.trim().replaceAll(/^\/+|\/+$/g, '') : '';
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
      // All of them: what was imported long ago is in the way as well
      written(Number.MAX_SAFE_INTEGER)
        .filter(({ op, state }) => isImport(op) && state === 'applied')
        .flatMap(({ reply }) => pathIn(ImportReply.safeParse(reply).data) ?? [])
        .map((path) => path.toLowerCase()),
    );

  return {
    read: ({ op, text, defaults }) => {
      const made = madeHere();
      const { lines, problems } = readQueue(op, text, defaults);
      return {
        problems,
        lines: lines.map((line) => ({ ...line, problems: [...line.problems, ...known(line, made)] })),
      };
    },
    check: ({ op, body }) => {
      const read = readImport(op, body);
      return { problems: [...read.problems, ...known(read, madeHere())] };
    },
    history: () => {
      const { told, isOffered } = looksOf(open().profile.id);
      const entries = written(mostOfEach);
      const cancels = new Map<number, Told>();
      for (const entry of entries.filter(({ op, state }) => op === 'imports.cancel' && state === 'applied').reverse()) {
        const id = entry.write.body?.['project_id'];
        const reply = ImportReply.safeParse(entry.reply).data ?? { import_status: 'canceled' };
        if (typeof id === 'number') cancels.set(id, { at: entry.endedAt ?? entry.intendedAt, reply });
      }
      return {
        isStatusOffered: isOffered,
        older: olderThan(entries.length),
        entries: entries.map((entry) => toEntry(entry, [cancels, told])),
      };
    },
    look: async ({ projectId }, signal) => {
      const { profile, send } = open();
      const known = looksOf(profile.id);
      try {
        const reply = await send(probes.importStatus, { path: { id: projectId } }, signal);
        known.isOffered = true;
        known.told.set(projectId, { at: clock.now(), reply: reply ?? {} });
        return { outcome: 'told' as const, status: 200, said: null };
      } catch (thrown) {
        const { status, said = null, code } = Failure.from(thrown);
        // Out of reach, or the token itself is refused: that is no answer about this endpoint
        if (status === undefined || status === 401 || status >= 500 || code === 'throttled') throw thrown;
        const isAbsent = status === 404 || status === 405;
        // One that was answered before is there: this project is not
        if (isAbsent && known.isOffered !== true) known.isOffered = false;
        return { outcome: isAbsent ? ('not-offered' as const) : ('refused' as const), status, said };
      } finally {
        changed();
      }
    },
  } satisfies Services<ReeveContract>['imports'];
}

const isImport = (op: string): op is ImportOp => op.startsWith('imports.from');

function toEntry(entry: FullEntry, later: readonly ReadonlyMap<number, Told>[]): ImportEntry {
  const { id, planId, label, state, status, said, intendedAt: at, endedAt } = entry;
  const op = entry.op as ImportEntry['op'];
  const reply = ImportReply.safeParse(entry.reply).data ?? null;
  const projectId = reply?.id ?? null;
  const own: Told[] = reply === null ? [] : [{ at: endedAt ?? at, reply }];
  const all =
    isImport(op) && projectId !== null ? [...own, ...later.flatMap((told) => told.get(projectId) ?? [])] : own;
  const last = all.sort((a, b) => a.at - b.at).at(-1);
  const importStatus = last?.reply.import_status ?? null;
  return {
    ...{ id, planId, op, label, at, state, status, said },
    project: projectId === null ? null : { id: projectId, path: pathIn(reply), link: reply?.provider_link ?? null },
    import_status: importStatus,
    human_import_status_name: last?.reply.human_import_status_name ?? null,
    import_warning: last?.reply.import_warning ?? null,
    toldAt: last?.at ?? null,
    isCancellable:
      op === 'imports.fromCodehostA' && state === 'applied' && projectId !== null && !over.test(importStatus ?? ''),
  };
}

/** `full_path` comes with a slash before it. */
function pathIn(reply: ImportReply | undefined): string | null {
  return reply?.full_path?.replace(/^\/+/, '') ?? null;
}
