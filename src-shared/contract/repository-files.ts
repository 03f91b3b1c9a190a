import { z } from 'zod';
import { Exported } from './exported.ts';
import { command, epochMs, event, nullish, query, Scope } from './kit.ts';

/**
 * The source of a path: a person, `.gitmodules`, the delivery of a push to a webhook, a commit that Reeve wrote, or the
 * stored list of a job's artifacts. The platform has no list of files.
 */
export const pathSources = ['person', 'gitmodules', 'delivery', 'journal', 'job'] as const;
export type PathSource = (typeof pathSources)[number];

const ref = z.string().min(1).max(1_000);
/** Longer paths are not stored. */
export const mostPathCharacters = 2_000;
const path = z.string().min(1).max(mostPathCharacters);
const At = z.object({ scope: Scope, ref, path });
export type FileAt = z.infer<typeof At>;

/**
 * `stored`: its content is on this computer. `not-stored`: it is not. `absent`: the platform's last reply at this ref
 * was 404. `submodule`: another repository.
 */
export const fileRowStates = ['stored', 'not-stored', 'absent', 'submodule'] as const;

/** A row of the tree of known paths, in its order. `depth`: 0 for rows at the top. */
const TreeRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    path: z.string(),
    name: z.string(),
    depth: z.number(),
    /** Files below it. */
    files: z.number(),
    isOpen: z.boolean(),
  }),
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    name: z.string(),
    depth: z.number(),
    state: z.enum(fileRowStates),
    /** In Git LFS the size of the content, not of the pointer. Null: not known. */
    sizeBytes: z.number().nullable(),
    isLfs: z.boolean(),
    /** The sources of the path, in the order of discovery. */
    sources: z.array(z.enum(pathSources)),
    /** Only a person named it, so it can be removed. */
    isRemovable: z.boolean(),
  }),
]);
export type TreeRow = z.infer<typeof TreeRow>;

const Lfs = z.object({ oid: z.string(), sizeBytes: z.number(), isStored: z.boolean() });

/**
 * A file at a ref, as it was last reported. `facts`: null if it was never found; a field is null if it was not reported.
 * `encoding`: of the content in replies. `fileName`, `filePath` and `ref`: as reported (document 1:58).
 */
const FileFacts = z.object({
  path: z.string(),
  found: z.boolean(),
  checkedAt: epochMs,
  facts: z
    .object({
      blobId: z.string(),
      sizeBytes: z.number(),
      commitId: z.string().nullable(),
      lastCommitId: z.string().nullable(),
      contentSha256: z.string().nullable(),
      isExecutable: z.boolean().nullable(),
      fileName: z.string().nullable(),
      filePath: z.string().nullable(),
      ref: z.string().nullable(),
      encoding: z.string().nullable(),
      lfs: Lfs.nullable(),
    })
    .nullable(),
});

/**
 * Content to show. `none`: not stored on this computer. `text`: at most 5 MB and 100,000 lines; `isCut` if there are
 * more, `lines` counts those in `text`. `image`: its bytes in Base64. `damaged`: the stored bytes differ from their hash.
 */
export const FileContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('damaged') }),
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    lines: z.number(),
    encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
    isCut: z.boolean(),
  }),
  z.object({
    kind: z.literal('image'),
    type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    base64: z.string(),
    width: z.number(),
    height: z.number(),
  }),
  /** `why`: the content is no text, or it is an image that is too large to be shown. */
  z.object({ kind: z.literal('binary'), why: z.enum(['binary', 'large-image']) }),
]);
export type FileContent = z.infer<typeof FileContent>;

/** The last commit of a file, from the cache of commits. */
const LastCommit = z.object({
  id: z.string(),
  title: z.string().nullable(),
  authorName: z.string().nullable(),
  at: z.string().nullable(),
});

/** A source of a path, and when Reeve first found the path there. */
const KnownFrom = z.object({ source: z.enum(pathSources), firstSeenAt: epochMs });

export const OpenedFile = z.object({
  file: FileFacts.nullable(),
  content: FileContent,
  lastCommit: LastCommit.nullable(),
  /** The sources of the path, in the order of discovery. */
  sources: z.array(KnownFrom),
});
export type OpenedFile = z.infer<typeof OpenedFile>;

/**
 * `unchanged`: the platform reports the blob that is stored, so nothing was downloaded. `stored`: downloaded. `absent`:
 * 404 for the file. `no-ref`: 404 for the branch, tag or commit. `too-large`: over the limit, not downloaded.
 */
export const checkResults = ['unchanged', 'stored', 'absent', 'no-ref', 'too-large'] as const;
export type CheckResult = (typeof checkResults)[number];

/**
 * Consecutive lines of one commit (document 1:142). `from`: the first line, counted from 1. `message`: its first 1,000
 * characters. The fields from `message` on are absent if the blame was stored by a version that did not keep them.
 */
export const BlameBlock = z.object({
  from: z.number(),
  count: z.number(),
  commitId: z.string().nullable(),
  title: z.string().nullable(),
  authorName: z.string().nullable(),
  authoredAt: z.string().nullable(),
  ...nullish(z.string(), 'message', 'authorEmail', 'committerName', 'committerEmail', 'committedAt'),
  parentIds: z.array(z.string()).nullish(),
});
export type BlameBlock = z.infer<typeof BlameBlock>;

/** Lines of a file are blamed in pieces of this size; a piece begins at line 1, 2,001 and so on. */
export const blamePieceLines = 2_000;
const BlamePiece = At.extend({ piece: z.number().int().min(0).max(100_000) });

/** Further submodules of a project are left out. */
export const mostSubmodules = 1_000;

/** `project`: the path of the project on this instance that `url` names, which may not exist; null: `url` names none. */
const Submodule = z.object({
  name: z.string(),
  path: z.string(),
  url: z.string().nullable(),
  branch: z.string().nullable(),
  project: z.string().nullable(),
});
export type Submodule = z.infer<typeof Submodule>;

const Checked = z.object({ result: z.enum(checkResults), bytes: z.number() });

/** Maximum number of paths in one request for metadata. */
export const mostHeads = 500;

/** What the platform reports about a file (document 1:141). `found` false: 404. A field is null if it is not reported. */
const FileHead = z.object({
  path: z.string(),
  found: z.boolean(),
  blobId: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  lastCommitId: z.string().nullable(),
  isExecutable: z.boolean().nullable(),
});
export type FileHead = z.infer<typeof FileHead>;

/** Files of repositories, of the shown instance. `scope`: a project. */
export const repositoryFiles = {
  /** Cached branches and other refs at which files were checked. `first`: the ref to begin with. */
  refs: query(
    z.object({ scope: Scope }),
    z.object({
      first: z.string(),
      branches: z.array(z.object({ name: z.string(), isDefault: z.boolean() })),
      /** There are more branches. */
      isCut: z.boolean(),
      others: z.array(z.string()),
    }),
  ),
  /**
   * The visible rows of the tree: folders in `open` show what is in them. With a search, all matching files are shown.
   * At most 2,000 rows. `sources` counts each path once, by what named it first. `files`: the paths without submodules
   * and without those that only lists of artifacts have, which coverage and pins don't count either. `stored`: the files
   * with their content.
   */
  tree: query(
    z.object({ scope: Scope, ref, open: z.array(z.string()).max(2_000), search: z.string().max(10_000).default('') }),
    z.object({
      rows: z.array(TreeRow),
      isCut: z.boolean(),
      total: z.number(),
      files: z.number(),
      stored: z.number(),
      sources: z.array(z.object({ source: z.enum(pathSources), count: z.number() })),
      /** No further paths are added. */
      isFull: z.boolean(),
    }),
  ),
  /**
   * Known paths; submodules in the stored `.gitmodules` of the default branch: null if it is not stored, 0 if it does
   * not exist.
   */
  counts: query(z.object({ scope: Scope }), z.object({ files: z.number(), submodules: z.number().nullable() })),
  /** Look for paths in stored deliveries, in the journal, in lists of artifacts and in the stored `.gitmodules` at `ref`. */
  collect: command(z.object({ scope: Scope, ref }), z.object({ added: z.number() })),
  /** Add a path. Returns it in the form that is used. Fails: `invalid` with the field `path`. */
  addPath: command(z.object({ scope: Scope, path: z.string().max(10_000) }), z.object({ path: z.string() })),
  /** Remove a path that only a person named. */
  removePath: command(z.object({ scope: Scope, path }), z.object({})),
  /** What is known about a file, with its content. `of`: the content in Git LFS in place of the pointer. */
  open: query(At.extend({ of: z.enum(['file', 'lfs']).default('file') }), OpenedFile),
  /**
   * Ask the platform for the file, and download it if its blob is not stored. `mostBytes`: larger files are not downloaded.
   * Fails: `invalid`/`file-damaged`.
   */
  check: command(At.extend({ mostBytes: z.number().int().min(0).optional() }), Checked, { remote: true }),
  /**
   * Ask the platform for the metadata of files, with one HEAD for each path. Nothing is downloaded or stored.
   * `isRefFound`: false if the branch, tag or commit was not found. In that case no file is found.
   */
  heads: command(
    z.object({ scope: Scope, ref, paths: z.array(path).min(1).max(mostHeads) }),
    z.object({ isRefFound: z.boolean(), checkedAt: epochMs, files: z.array(FileHead) }),
    { remote: true },
  ),
  /** Download the content in Git LFS of a stored pointer. */
  storeLfs: command(At, Checked, { remote: true }),
  /** Save the stored content as a file. */
  save: command(At.extend({ of: z.enum(['file', 'lfs']).default('file') }), Exported),
  /** The stored blame of a piece of the lines; null: not stored. */
  blame: query(BlamePiece, z.object({ blocks: z.array(BlameBlock) }).nullable()),
  loadBlame: command(BlamePiece, z.object({ blocks: z.array(BlameBlock) }), { remote: true }),
  /** The submodules in the stored `.gitmodules`. `checkedAt` null: never checked. */
  submodules: query(
    z.object({ scope: Scope, ref }),
    z.object({
      checkedAt: epochMs.nullable(),
      /** The last reply was not a 404. */
      found: z.boolean(),
      isStored: z.boolean(),
      rows: z.array(Submodule),
    }),
  ),
  /** `path`: the file whose state or content changed; absent: only the known paths did. */
  changed: event(z.object({ scope: z.string(), revision: z.number(), path: z.string().optional() })),
};
