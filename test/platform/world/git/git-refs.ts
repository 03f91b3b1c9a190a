import type { Git } from './git.ts';
import { GitError } from './git.ts';
import { NO_COMMIT } from './git-objects.ts';

/** A branch or a tag, and the commit that it names. */
export interface Ref {
  name: string;
  commit: string;
}

export interface Tag extends Ref {
  /** Null: a lightweight tag. */
  message: string | null;
  /** Time of an annotated tag, otherwise of its commit; in milliseconds. */
  atMs: number;
}

/** Branches in the order of their names. */
export async function readBranches(git: Git): Promise<Ref[]> {
  const text = await git(['for-each-ref', '--format=%(refname)%00%(objectname)', 'refs/heads/']);
  return rowsOf(text).map(([name = '', commit = '']) => ({ name: name.slice('refs/heads/'.length), commit }));
}

/** The order in which git lists refs: by the bytes of their names. */
export function byName(a: Ref, b: Ref): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

/** Tags of commits, in the order of their names. */
export async function readTags(git: Git): Promise<Tag[]> {
  const fields = ['refname', 'objectname', '*objectname', 'creatordate:unix', 'contents:subject'];
  const format = fields.map((field) => `%(${field})`).join('%00');
  const rows = rowsOf(await git(['for-each-ref', `--format=${format}`, 'refs/tags/']));
  return rows.map(([name = '', id = '', target = '', seconds = '0', subject = '']) => ({
    name: name.slice('refs/tags/'.length),
    commit: target === '' ? id : target,
    message: target === '' ? null : subject,
    atMs: Number(seconds) * 1000,
  }));
}

const rowsOf = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\0'));

/**
 * The commit of a branch, a tag, a full or abbreviated hash or a full ref name. Branches take precedence over tags.
 * `~` and `^` may follow. Undefined if there is none.
 */
export async function resolveRef(git: Git, ref: string): Promise<string | undefined> {
  const [, base = '', steps = ''] = /^(.*?)((?:[~^]\d*)*)$/s.exec(ref) ?? [];
  if (base === '' || !isPlain(base)) return undefined;
  const candidates = [
    ...(/^[0-9a-f]{40}$/i.test(base) ? [base] : []),
    `refs/heads/${base}`,
    `refs/tags/${base}`,
    ...(base.startsWith('refs/') || /^[0-9a-f]{4,39}$/i.test(base) ? [base] : []),
  ];
  const lines = candidates.map((candidate) => `${candidate}${steps}^{commit}\n`).join('');
  const found = await git(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { input: lines });
  return /^([0-9a-f]{40}) commit$/m.exec(found.toString('utf8'))?.[1];
}

/** Whether a name is neither an option nor a special notation of git. */
const isPlain = (name: string) => !name.startsWith('-') && !/[\s:?*[\\^~]|@\{|\.\./.test(name);

/**
 * Sets a ref, or deletes it if `after` is no commit, provided that it is still at `before`.
 * Returns false if the ref has moved, or its name conflicts with another one.
 */
export async function updateRef(git: Git, ref: string, before: string, after: string): Promise<boolean> {
  const line = after === NO_COMMIT ? `delete ${ref}\0${before}\0` : `update ${ref}\0${after}\0${before}\0`;
  try {
    await git(['update-ref', '--stdin', '-z'], { input: line });
    return true;
  } catch (error) {
    if (error instanceof GitError && /cannot lock ref|unable to (lock|resolve)/.test(error.stderr)) return false;
    throw error;
  }
}

/** Whether the name of a branch is valid (readings 3, and the rules of git). It may contain slashes and dots. */
export function isBranchName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || name.startsWith('-') || name.startsWith('refs/')) return false;
  if (Buffer.byteLength(name) > 244 || /^[0-9a-f]{40}$/i.test(name)) return false;
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\x00-\x20\x7f~^:?*[\\]|@\{|\.\./.test(name) || /\s/.test(name)) return false;
  return name.split('/').every((part) => part !== '' && !/^\.|\.$|\.lock$/.test(part));
}
