import { withoutCredentials } from '#main/api/client/wire/secrets.ts';
import type { Send } from '#main/api/types.ts';
import type { Reached } from '../reached.ts';
import type { CatalogueAdded, CatalogueLine } from '#shared/contract/catalogue.ts';
import { Failure } from '#shared/errors.ts';
import { catalogueLines as words } from '#shared/text/en/catalogue-lines.ts';
import { ofKind, parseAddress, type ParsedAddress } from '../catalogue-address.ts';
import { each } from '../each.ts';
import { verify, type Verdict } from './catalogue-verify.ts';

/** One entry of a pasted list, with its line number. */
export interface Word {
  line: number;
  text: string;
}
export interface ResolvedLine extends Word {
  found: { kind: 'group' | 'project'; id: number | null; path: string | null; verdict: Verdict | null } | null;
  why: string | null;
}

/** Maximum entries for which one call asks the platform whether they are groups or projects. */
export const maxLookups = 500;
const width = 4;
/** Maximum lines in a result. */
const maxReportedLines = 1_000;

/**
 * Split a pasted text into entries, with line numbers from 1. Entries are separated by lines, commas, semicolons or
 * tabs.
 */
export function wordsOf(text: string): Word[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, at) =>
    line.split(/[,;\t]/).flatMap((word) => {
      const entry = word.trim();
      return entry === '' ? [] : [{ line: at + 1, text: withoutCredentials(entry) }];
    }),
  );
}

/** Parse every entry of a pasted text. */
export function readAddresses(text: string, base: string, reached?: Reached): (Word & { read: ParsedAddress })[] {
  return wordsOf(text).map((word) => {
    reached?.(word.line);
    return { ...word, read: parseAddress(word.text, base) };
  });
}

/** If an address can be a group or a project and the person chose neither, ask the platform. */
export async function resolveWords(
  entries: readonly (Word & { read: ParsedAddress })[],
  kind: 'group' | 'project' | 'auto',
  send: Send,
  signal: AbortSignal,
): Promise<ResolvedLine[]> {
  const lines = entries.map((word): ResolvedLine & { read: ParsedAddress } => {
    return { ...word, read: kind === 'auto' ? word.read : ofKind(kind, word.read), found: null, why: null };
  });
  const open: typeof lines = [];
  for (const line of lines) {
    const { read } = line;
    if (read.kind === 'unread') line.why = read.why;
    else if (read.kind !== null) line.found = { ...read, kind: read.kind, verdict: null };
    else open.push(line);
  }
  for (const line of open.slice(maxLookups)) {
    line.found = onlyGroup(line.read);
    if (line.found === null) line.why = words.why.tooManyToAsk(maxLookups);
  }
  await each(open.slice(0, maxLookups), width, signal, async (line, own) => {
    const { read } = line;
    if (read.kind === 'unread') return;
    const group = onlyGroup(read);
    const asked =
      group === null ? await askKind(send, read.id ?? read.path ?? '', own) : await askGroup(send, group, own);
    if (typeof asked === 'string') line.why = asked;
    else line.found = { ...asked, id: read.id, path: read.path };
  });
  return lines.map(({ read: _, ...line }) => line);
}

/** A project always has a namespace, so a path of one segment can only be a group. Null: it can be either. */
function onlyGroup(read: ParsedAddress) {
  if (read.kind === 'unread' || read.path === null || read.path.includes('/')) return null;
  return { kind: 'group' as const, id: null, path: read.path, verdict: null };
}

/**
 * Verify a group, or return why it is invalid. If the platform can't be reached, the group is added without a
 * verification.
 */
async function askGroup(send: Send, group: NonNullable<ReturnType<typeof onlyGroup>>, signal: AbortSignal) {
  const verdict = await verify(send, 'group', group.path, signal).catch(unlessEnded(signal));
  if (verdict === null) return group;
  return verdict === 'missing' ? words.why.neither : { ...group, verdict };
}

/**
 * Find out the kind of an entry, or return why it is unknown. A failed request becomes the reason of its line, so that
 * no line is lost.
 */
async function askKind(send: Send, ref: number | string, signal: AbortSignal) {
  const requests = [verify(send, 'project', ref, signal), verify(send, 'group', ref, signal)] as const;
  const verdicts = await Promise.all(requests).catch(unlessEnded(signal));
  if (verdicts === null) return words.why.unreachable;
  const [project, group] = verdicts;
  if (project !== 'missing' && group !== 'missing') {
    return project === 'denied' && group === 'denied' ? words.why.refused : words.why.both;
  }
  if (project !== 'missing') return { kind: 'project' as const, verdict: project };
  if (group !== 'missing') return { kind: 'group' as const, verdict: group };
  return words.why.neither;
}

/** Handles a failed request: returns null. Fails: if the signal has fired, or for a bug. */
const unlessEnded = (signal: AbortSignal) => (thrown: unknown) => {
  signal.throwIfAborted();
  if (Failure.from(thrown).code === 'bug') throw thrown;
  return null;
};

/** The result of `add` and `import`. */
export function addResult(
  lines: readonly ResolvedLine[],
  noted: readonly { key: number; outcome: 'added' | 'known' }[],
): CatalogueAdded {
  const ends = noted[Symbol.iterator]();
  const seen = new Set<number>();
  const results = lines.map(({ line, text, found, why }): CatalogueLine => {
    const end = found === null ? undefined : ends.next().value;
    if (found === null || end === undefined) {
      return { line, text, outcome: 'unread', kind: null, scope: null, why: why ?? words.why.notAnAddress };
    }
    // A repeated entry is added only once
    const outcome = seen.has(end.key) ? 'known' : end.outcome;
    seen.add(end.key);
    return { line, text, outcome, kind: found.kind, scope: `${found.kind}:${found.id ?? found.path}`, why: null };
  });
  const of = (outcome: CatalogueLine['outcome']): CatalogueLine[] => results.filter((line) => line.outcome === outcome);
  const unread = of('unread');
  return {
    added: of('added').length,
    known: of('known').length,
    unreadCount: unread.length,
    unread: unread.slice(0, maxReportedLines).map(({ line, text, why }) => ({ line, text, why: why ?? '' })),
    lines: results.slice(0, maxReportedLines),
    keys: [...seen],
  };
}
