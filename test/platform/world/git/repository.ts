import { createGit, withCache } from './git.ts';
import type { Git } from './git.ts';
import { readBlame, readBlob, readContent, readEntry, readFiles, readLastTouch } from './git-files.ts';
import type { BlameChunk, Blob, Item } from './git-files.ts';
import { readChanges, readCommits, readHistory, readLog, readStats } from './git-log.ts';
import type { Changes, Commit, LogQuery, Stats } from './git-log.ts';
import { NO_COMMIT, writeObjects } from './git-objects.ts';
import type { Entry, GitObject } from './git-objects.ts';
import { byName, readBranches, readTags, resolveRef, updateRef } from './git-refs.ts';
import type { Ref, Tag } from './git-refs.ts';
import { copyModel, modelOf } from './repository-folders.ts';
import type { Model } from './repository-folders.ts';
import type { Planned } from './planned-repository.ts';

/** A bare git repository on disk. It is created at the first use, and copied before the first write. */
export interface Repository {
  /** The commit of a branch, tag or hash; see `resolveRef`. The caller resolves `HEAD`, because it depends on the project. */
  resolve(ref: string): Promise<string | undefined>;
  /** These commits, in this order, without missing ones. */
  commits(ids: readonly string[]): Promise<Commit[]>;
  log(query: LogQuery): Promise<Commit[]>;
  stats(ids: readonly string[]): Promise<Map<string, Stats>>;
  changes(commit: Pick<Commit, 'id' | 'parent_ids'>): Promise<Changes>;
  branches(): Promise<Ref[]>;
  /** The hashes of a commit and its ancestors. */
  history(commit: string): Promise<Set<string>>;
  tags(): Promise<Tag[]>;
  files(commit: string): Promise<Map<string, Entry>>;
  entry(commit: string, path: string): Promise<Item | undefined>;
  blob(commit: string, path: string): Promise<Blob | undefined>;
  content(blob: string): Promise<Buffer>;
  lastTouch(commit: string, path: string): Promise<string | undefined>;
  blame(commit: string, path: string, range?: { first: number; last: number }): Promise<BlameChunk[] | undefined>;
  /** Contents of large files by their SHA-256. */
  readonly lfs: Map<string, Buffer>;
  write(objects: readonly GitObject[]): Promise<void>;
  /** Returns false if the ref is no longer at `before`, or its name conflicts with another one. */
  move(ref: string, before: string, after: string): Promise<boolean>;
  /** Copies a commit of another repository with its ancestors. */
  borrow(from: Repository, commit: string): Promise<void>;
  /** A commit with its ancestors, as a pack. */
  pack(commit: string): Promise<Buffer>;
  /** Runs one writer at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs git in it, for tests. */
  git: Git;
}

const HEADS = 'refs/heads/';

export function createRepository(folder: string, plan: () => Planned | undefined, defaultBranch: string): Repository {
  const lfs = new Map<string, Buffer>();
  const own = withCache(createGit(folder));
  let model: Promise<Model> | undefined;
  const seeded = () => (model ??= findModel());
  async function findModel() {
    const planned = plan();
    const found = await modelOf(planned, planned?.defaultBranch ?? defaultBranch);
    for (const [oid, content] of planned?.lfs ?? []) lfs.set(oid, content);
    return found;
  }
  let copied: Promise<void> | undefined;
  /** From the first write on, the repository has its own folder. */
  async function change<T>(write: (git: Git) => Promise<T>): Promise<T> {
    copied ??= seeded().then((found) => copyModel(found, folder));
    await copied;
    try {
      return await write(createGit(folder));
    } finally {
      own.forget();
    }
  }
  const git: Git = async (args, options) => {
    const { git: read } = copied === undefined ? await seeded() : await copied.then(() => own);
    return read(args, options);
  };

  // A commit never changes, so each is read once.
  const known = new Map<string, Commit>();
  const remember = (commits: readonly Commit[]) => {
    for (const commit of commits) known.set(commit.id, commit);
    return [...commits];
  };
  const readUnknown = async (ids: readonly string[]) => {
    const wanted = ids.filter((id) => !known.has(id));
    if (wanted.length === 0) return;
    const rows = await git(['cat-file', '--batch-check'], { input: wanted.map((id) => `${id}\n`).join('') });
    const present = [...rows.toString('utf8').matchAll(/^([0-9a-f]{40}) commit /gm)].map((match) => match[1] ?? '');
    remember(await readCommits(git, present));
  };

  /** The history of a commit never changes either. */
  const histories = new Map<string, Promise<Set<string>>>();
  /** Kept when a branch is moved here, because reading hundreds of others again takes longer than the move. */
  let branches: Promise<Ref[]> | undefined;
  const readOnce = () => (branches ??= readBranches(git));
  const branchOf = (ref: string) => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined);

  async function move(ref: string, before: string, after: string): Promise<boolean> {
    const name = branchOf(ref);
    const others = (await readOnce()).filter((branch) => branch.name !== name);
    const hasMoved = await change((writing) => updateRef(writing, ref, before, after));
    if (!hasMoved) branches = undefined;
    else if (name !== undefined)
      branches = Promise.resolve(after === NO_COMMIT ? others : [...others, { name, commit: after }].sort(byName));
    return hasMoved;
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    async resolve(ref) {
      const name = branchOf(ref) ?? ref;
      return (await readOnce()).find((branch) => branch.name === name)?.commit ?? (await resolveRef(git, ref));
    },
    async commits(ids) {
      await readUnknown(ids);
      return ids.flatMap((id) => known.get(id) ?? []);
    },
    log: async (query) => remember(await readLog(git, query)),
    stats: (ids) => readStats(git, ids),
    changes: (commit) => readChanges(git, commit),
    branches: async () => [...(await readOnce())],
    history(commit) {
      const history = histories.get(commit) ?? readHistory(git, commit);
      histories.set(commit, history);
      return history;
    },
    tags: () => readTags(git),
    files: (commit) => readFiles(git, commit),
    entry: (commit, path) => readEntry(git, commit, path),
    blob: (commit, path) => readBlob(git, commit, path),
    content: (blob) => readContent(git, blob),
    lastTouch: (commit, path) => readLastTouch(git, commit, path),
    blame: (commit, path, range) => readBlame(git, commit, path, range),
    lfs,
    write: (objects) => change(() => writeObjects(folder, objects)),
    move,
    async borrow(from, commit) {
      const input = await from.pack(commit);
      await change((writing) => writing(['index-pack', '--stdin'], { input }));
    },
    pack: (commit) => git(['pack-objects', '--revs', '--stdout', '--quiet'], { input: `${commit}\n` }),
    alone(work) {
      const result = last.then(work, work);
      last = result.catch(() => undefined);
      return result;
    },
    git: (args, options) => {
      branches = undefined;
      return change((writing) => writing(args, options));
    },
  };
}
