import type { Git } from './git.ts';
import type { Signature } from './git-objects.ts';

export interface Commit {
  /** The full SHA. */
  id: string;
  parent_ids: readonly string[];
  message: string;
  author: Signature;
  committer: Signature;
  /** In the order of the message; a key may occur more than once. */
  trailers: readonly (readonly [key: string, value: string])[];
}

/** Lines. */
export interface Stats {
  additions: number;
  deletions: number;
}

/** Paths that a commit changed against its first parent; a rename is a removal and an addition. */
export interface Changes {
  added: string[];
  modified: string[];
  removed: string[];
}

export interface LogQuery {
  /** Commits, or ranges of them; none: all branches and tags. */
  revisions: readonly string[];
  author?: string | undefined;
  path?: string | undefined;
  /** Follow renames of the path; for files only. */
  follow?: boolean;
  firstParent?: boolean;
  order?: 'default' | 'topo';
  /** Limits of the commit date, both included; in milliseconds. */
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
  /** Maximum number of commits. */
  count?: number;
}

const PAIR = '\u0001';
const VALUE = '\u0002';
const trailersFormat = '%(trailers:only,unfold,separator=%x01,key_value_separator=%x02)';
const FIELDS = ['%H', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', trailersFormat, '%B'];
const FORMAT = `--format=tformat:${FIELDS.join('%x00')}`;

/** Commits in the order of git's log. */
export async function readLog(git: Git, query: LogQuery): Promise<Commit[]> {
  const { revisions, author, path, follow, firstParent, order, sinceMs, untilMs, count } = query;
  const args = ['log', '-z', FORMAT, '--encoding=UTF-8'];
  if (author !== undefined) args.push(`--author=${author}`, '--fixed-strings', '--regexp-ignore-case');
  if (firstParent === true) args.push('--first-parent');
  if (order === 'topo') args.push('--topo-order');
  if (sinceMs !== undefined) args.push(`--max-age=${Math.ceil(sinceMs / 1000)}`);
  if (untilMs !== undefined) args.push(`--min-age=${Math.floor(untilMs / 1000)}`);
  if (count !== undefined) args.push(`--max-count=${count}`);
  if (follow === true && path !== undefined) args.push('--follow');
  args.push(...(revisions.length > 0 ? revisions : ['--branches', '--tags']), '--');
  if (path !== undefined) args.push(path);
  return parseLog(await git(args));
}

/** The hashes of a commit and all its ancestors. */
export async function readHistory(git: Git, commit: string): Promise<Set<string>> {
  const text = await git(['rev-list', commit]);
  return new Set(
    text
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}

/** These commits, in this order. Fails: if one is missing. */
export async function readCommits(git: Git, ids: readonly string[]): Promise<Commit[]> {
  if (ids.length === 0) return [];
  const input = ids.map((id) => `${id}\n`).join('');
  return parseLog(await git(['log', '--no-walk=unsorted', '--stdin', '-z', FORMAT, '--encoding=UTF-8'], { input }));
}

function parseLog(bytes: Buffer): Commit[] {
  const fields = bytes.toString('utf8').split('\0');
  const commits: Commit[] = [];
  for (let at = 0; at + FIELDS.length <= fields.length; at += FIELDS.length) {
    const [
      id = '',
      parents = '',
      an = '',
      ae = '',
      authored,
      cn = '',
      ce = '',
      committed,
      trailers = '',
      message = '',
    ] = fields.slice(at, at + FIELDS.length);
    commits.push({
      id,
      parent_ids: parents === '' ? [] : parents.split(' '),
      message,
      author: { name: an, email: ae, atMs: Number(authored) * 1000 },
      committer: { name: cn, email: ce, atMs: Number(committed) * 1000 },
      trailers: trailers === '' ? [] : trailers.split(PAIR).map(parseTrailer),
    });
  }
  return commits;
}

function parseTrailer(text: string) {
  const [key = '', ...value] = text.split(VALUE);
  return [key, value.join(VALUE)] as const;
}

/** Added and removed lines of each commit against its first parent, by its id. */
export async function readStats(git: Git, ids: readonly string[]): Promise<Map<string, Stats>> {
  if (ids.length === 0) return new Map();
  const args = ['log', '--no-walk=unsorted', '--stdin', '--diff-merges=first-parent', '--shortstat', '--format=%x00%H'];
  const text = await git(args, { input: ids.map((id) => `${id}\n`).join('') });
  const rows = text.toString('utf8').split('\0').slice(1);
  return new Map(
    rows.map((row) => {
      const number = (word: RegExp) => Number(word.exec(row)?.[1] ?? 0);
      return [row.slice(0, 40), { additions: number(/(\d+) insertion/), deletions: number(/(\d+) deletion/) }];
    }),
  );
}

export async function readChanges(git: Git, commit: Pick<Commit, 'id' | 'parent_ids'>): Promise<Changes> {
  const [parent] = commit.parent_ids;
  const what = parent === undefined ? ['--root', '--no-commit-id', commit.id] : [parent, commit.id];
  const text = await git(['diff-tree', '-r', '-z', '--no-renames', '--name-status', ...what]);
  const fields = text.toString('utf8').split('\0');
  const changes: Changes = { added: [], modified: [], removed: [] };
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const list = { A: changes.added, D: changes.removed }[fields[at] ?? ''] ?? changes.modified;
    list.push(fields[at + 1] ?? '');
  }
  return changes;
}
