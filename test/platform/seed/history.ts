import { createHash } from 'node:crypto';
import type { Commit } from '../world/git/git-log.ts';
import { blobObject, commitObject, MODE, tagObject, treeObjects } from '../world/git/git-objects.ts';
import type { Entry, GitObject, Signature } from '../world/git/git-objects.ts';
import type { Planned } from '../world/git/planned-repository.ts';

export type Author = Omit<Signature, 'atMs'>;

/** A planned commit. */
export interface Step {
  author: Author;
  committer?: Author;
  /** Whole seconds, in milliseconds. */
  atMs: number;
  /** Default: `atMs`. */
  authoredAtMs?: number;
  message: string;
  put?: Readonly<Record<string, string | Buffer>>;
  /** Executable files in `put`. */
  executable?: readonly string[];
  /** New paths by old paths. */
  move?: Readonly<Record<string, string>>;
  drop?: readonly string[];
  submodules?: Readonly<Record<string, string>>;
  /** A branch to be merged. Its files take precedence. */
  merge?: string;
}

/** The planned history of a repository, computed without a disk, so that all SHAs are known at once. */
export interface History {
  /** Adds a commit to a branch, and returns its SHA. The first commit creates the default branch. */
  commit(branch: string, step: Step): string;
  /** Creates a branch at the head of another one. */
  fork(branch: string, from: string): void;
  /** Deletes a branch. Its commits are kept in the branches into which they were merged. */
  forget(branch: string): void;
  /** Creates a tag at the head of a branch; with a message, an annotated tag. */
  tag(name: string, branch: string, annotation?: { tagger: Author; atMs: number; message: string }): void;
  /** Stores a large file, and returns its Git LFS pointer. */
  large(content: Buffer): string;
  planned(): Planned;
}

interface Head {
  id: string;
  files: ReadonlyMap<string, Entry>;
}

export function createHistory(defaultBranch: string): History {
  const heads = new Map<string, Head>();
  const objects = new Map<string, GitObject>();
  const commits: Commit[] = [];
  const tags = new Map<string, string>();
  const tagRefs = new Map<string, string>();
  const lfs = new Map<string, Buffer>();
  const keep = (object: GitObject) => {
    objects.set(object.id, object);
    return object.id;
  };
  const headOf = (branch: string) => {
    const head = heads.get(branch);
    if (head === undefined) throw new Error(`there is no branch ${branch}`);
    return head;
  };
  return {
    commit(branch, step) {
      const before = commits.length === 0 ? undefined : headOf(branch);
      const merged = step.merge === undefined ? undefined : headOf(step.merge);
      const files = filesAfter(before, merged, step, keep);
      const trees = treeObjects(files);
      for (const tree of trees) keep(tree);
      const author = { ...step.author, atMs: step.authoredAtMs ?? step.atMs };
      const committer = { ...(step.committer ?? step.author), atMs: step.atMs };
      const parents = [before, merged].flatMap((head) => head?.id ?? []);
      const { message } = step;
      const id = keep(commitObject({ tree: trees.at(-1)?.id ?? '', parents, author, committer, message }));
      commits.push({ id, parent_ids: parents, message, author, committer, trailers: trailersOf(message) });
      heads.set(branch, { id, files });
      return id;
    },
    fork: (branch, from) => heads.set(branch, headOf(from)),
    forget: (branch) => heads.delete(branch),
    tag(name, branch, annotation) {
      const { id } = headOf(branch);
      tags.set(name, id);
      const tagger = annotation && { ...annotation.tagger, atMs: annotation.atMs };
      tagRefs.set(name, tagger ? keep(tagObject(name, id, tagger, annotation.message)) : id);
    },
    large(content) {
      const oid = createHash('sha256').update(content).digest('hex');
      lfs.set(oid, content);
      return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    },
    planned() {
      const branches = new Map([...heads].map(([name, { id }]) => [name, id]));
      const refs = new Map([
        ...[...branches].map(([name, id]) => [`refs/heads/${name}`, id] as const),
        ...[...tagRefs].map(([name, id]) => [`refs/tags/${name}`, id] as const),
      ]);
      return { defaultBranch, commits, branches, tags, objects: [...objects.values()], refs, lfs };
    },
  };
}

function filesAfter(before: Head | undefined, merged: Head | undefined, step: Step, keep: (o: GitObject) => string) {
  const files = new Map([...(before?.files ?? []), ...(merged?.files ?? [])]);
  for (const [from, to] of Object.entries(step.move ?? {})) {
    const entry = files.get(from);
    if (entry === undefined) throw new Error(`there is no file ${from}`);
    files.delete(from);
    files.set(to, entry);
  }
  for (const path of step.drop ?? []) files.delete(path);
  for (const [path, content] of Object.entries(step.put ?? {})) {
    const mode = step.executable?.includes(path) === true ? MODE.executable : (files.get(path)?.mode ?? MODE.file);
    files.set(path, { mode, id: keep(blobObject(Buffer.from(content))) });
  }
  for (const [path, id] of Object.entries(step.submodules ?? {})) files.set(path, { mode: MODE.submodule, id });
  return files;
}

/** The last paragraph, if all its lines are trailers. */
function trailersOf(message: string): Commit['trailers'] {
  const paragraphs = message.trim().split('\n\n');
  const lines = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : [];
  const pairs = lines.map((line) => /^([A-Za-z-]+): (.+)$/.exec(line));
  return pairs.every((pair) => pair !== null) ? pairs.map((pair) => [pair[1] ?? '', pair[2] ?? ''] as const) : [];
}
