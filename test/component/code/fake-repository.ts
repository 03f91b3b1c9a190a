import type { Component } from 'svelte';
import { Preferences } from '#shared/contract/host.ts';
import type { CheckedCommit } from '#shared/contract/push-rules.ts';
import type { FileAt, OpenedFile, Submodule } from '#shared/contract/repository-files.ts';
import { Failure } from '#shared/errors.ts';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { sampleEntry } from '../samples.ts';

export const scope = 'project:7';
export const base = '/p/7/code';

/** `text`: null if the content is not text. */
export interface FakeFile {
  text: string | null;
  lastCommitId: string;
  isExecutable?: boolean;
}
export interface FakeBranch {
  name: string;
  default?: boolean;
  protected?: boolean;
  merged?: boolean;
  can_push?: boolean;
}

/** The repository that the fake core returns. Tests change it as other people would on the instance. */
export interface FakeRepository {
  /** Files by `REF`, or `SCOPE REF` for those of another project. */
  files: Record<string, Record<string, FakeFile>>;
  branches: FakeBranch[];
  submodules: Submodule[];
  /** The stored draft of a commit. */
  draft: string | null;
  /** Returns the result of the push rule for a commit message. */
  rule: (message: string) => Partial<CheckedCommit>;
  /** Commits of a branch that are not in the default branch. */
  ownCommits: Record<string, string[]>;
  /** Bytes of files from disk, by their keys. */
  staged: number[];
}

export function fakeRepository(over: Partial<FakeRepository> = {}): FakeRepository {
  return {
    files: {
      main: {
        'README.md': { text: '# Core\n', lastCommitId: 'a'.repeat(40) },
        LICENSE: { text: 'MIT\n', lastCommitId: 'b'.repeat(40) },
        'src/main.ts': { text: 'start();\n', lastCommitId: 'c'.repeat(40), isExecutable: false },
        'logo.png': { text: null, lastCommitId: 'd'.repeat(40) },
      },
    },
    branches: [{ name: 'main', default: true }],
    submodules: [],
    draft: null,
    rule: () => ({}),
    ownCommits: {},
    staged: [],
    ...over,
  };
}

/** Show a page of the code of the project, with its plans. */
export function showCode(
  page: Component<never>,
  repository: FakeRepository,
  {
    path,
    own = { base },
    world = {},
    answers = {},
  }: { path: string; own?: object; world?: Partial<FakeWorld>; answers?: FakeAnswers },
): Promise<RenderedPage> {
  return renderPage(PageWithPlan, {
    path,
    props: { shown: page, own, ofProject: true },
    world: {
      catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
      ...world,
    },
    answers: { ...answersOf(repository), ...answers },
  });
}

function answersOf(repository: FakeRepository): FakeAnswers {
  const list = branchList(repository);
  const branches = listAnswers<'branches'>(list);
  const filesAt = (at: Pick<FileAt, 'scope' | 'ref'>) =>
    repository.files[`${at.scope} ${at.ref}`] ?? (at.scope === scope ? repository.files[at.ref] : undefined);
  return {
    branches: {
      ...branches,
      copy: ({ selection }) => {
        const found = list.rows.filter(({ key, row }) => isChosen(selection as Chosen, key, row));
        return { text: JSON.stringify(found.map(({ row }) => row)), rows: found.length, leftOut: 0 };
      },
      ownCommits: ({ branch }) => {
        const commits = (repository.ownCommits[branch] ?? []).map((title, at) => ({ id: `${branch}${at}`, title }));
        return { count: commits.length, isMore: false, commits };
      },
    },
    commits: listAnswers<'commits'>(fakeList([])),
    commitDrafts: {
      get: () => (repository.draft === null ? null : { draft: repository.draft, savedAt: Date.now() }),
      save: ({ draft }) => {
        repository.draft = draft;
        return { savedAt: Date.now() };
      },
    },
    pushRules: {
      checkCommit: ({ groups, commit }) => ({
        ...{ group: null, fetchedAt: null, checks: [], unsynced: groups },
        ...repository.rule(commit.message),
      }),
      refresh: () => ({ fetchedAt: Date.now() }),
    },
    repositoryFiles: {
      refs: () => ({
        first: 'main',
        branches: repository.branches.map(({ name, default: isDefault = false }) => ({ name, isDefault })),
        ...{ isCut: false, others: [] },
      }),
      tree: () => ({ rows: [], isCut: false, total: 0, files: 0, stored: 0, sources: [], isFull: false }),
      counts: () => ({ files: 0, submodules: null }),
      collect: () => ({ added: 0 }),
      submodules: () => ({ checkedAt: Date.now(), found: true, isStored: true, rows: repository.submodules }),
      check: (at) => {
        const files = filesAt(at);
        const result = files === undefined ? 'no-ref' : files[at.path] === undefined ? 'absent' : 'unchanged';
        return { result, bytes: 0 };
      },
      open: (at) => opened(at, filesAt(at)?.[at.path]),
      heads: ({ paths, ...at }) => {
        const files = filesAt(at);
        return {
          isRefFound: files !== undefined,
          checkedAt: Date.now(),
          files: paths.map((path) => {
            const { file } = opened({ ...at, path }, files?.[path]);
            const { blobId = null, sizeBytes = null, lastCommitId = null, isExecutable = null } = file?.facts ?? {};
            return { path, found: file?.found === true, blobId, sizeBytes, lastCommitId, isExecutable };
          }),
        };
      },
    },
    stagedFiles: {
      add: ({ part }) => {
        repository.staged.push(atob(part).length);
        return { key: `k${repository.staged.length}`, sizeBytes: atob(part).length };
      },
      drop: () => ({}),
    },
  };
}

/** The branches as they are now, each with its own key. */
function branchList(repository: FakeRepository): FakeList {
  const keys = new Map<string, number>();
  const keyOf = (name: string): number => keys.get(name) ?? keys.set(name, keys.size + 1).size;
  const known = { scope, fetchedAt: Date.now(), notReturnedSince: null };
  const list = fakeList([], { scope });
  Object.defineProperty(list, 'rows', {
    get: () =>
      repository.branches.map((branch) => ({
        ...{ ...known, key: keyOf(branch.name) },
        row: { id: branch.name, default: false, protected: false, merged: false, can_push: true, ...branch },
      })),
  });
  return list;
}

/** A selection of rows by their keys, or by a query. */
interface Chosen {
  ids?: number[];
  except?: number[];
  query?: { search: string; filter: Record<string, unknown> };
}

function isChosen({ ids, except, query }: Chosen, key: number, row: Record<string, unknown>): boolean {
  if (ids !== undefined) return ids.includes(key);
  const { search = '', filter = {} } = query ?? {};
  const isMatch = Object.entries(filter).every(([name, value]) => value === undefined || row[name] === value);
  return isMatch && String(row['name']).includes(search) && except?.includes(key) !== true;
}

function opened({ path, ref }: Pick<FileAt, 'path' | 'ref'>, file: FakeFile | undefined): OpenedFile {
  const known = { path, checkedAt: Date.now() };
  const none = { lastCommit: null, sources: [] };
  if (file === undefined) return { file: { ...known, found: false, facts: null }, content: { kind: 'none' }, ...none };
  const { text, lastCommitId, isExecutable = false } = file;
  // Decoding removes a byte order mark
  const shown = text?.replace(/^\ufeff/, '') ?? '';
  return {
    file: {
      ...known,
      found: true,
      facts: {
        ...{ blobId: `blob of ${text}`, sizeBytes: new TextEncoder().encode(text ?? '\0\0').length, lastCommitId },
        ...{ commitId: lastCommitId, contentSha256: null, isExecutable, encoding: 'base64', lfs: null },
        ...{ fileName: path.split('/').at(-1) ?? '', filePath: path, ref },
      },
    },
    content:
      text === null
        ? { kind: 'binary', why: 'binary' }
        : { kind: 'text', text: shown, lines: shown.split('\n').length, encoding: 'utf-8', isCut: false },
    lastCommit: { id: lastCommitId, title: `Commit of ${path}`, authorName: 'Rosa Tamm', at: null },
    sources: [],
  };
}

/** The reply of the instance to a refused write. */
export const refused =
  (status: number, reportedMessage: string, code = 'invalid') =>
  () => ({
    ...{ state: 'refused' as const, status, reportedMessage },
    failure: { code, message: 'refused', ...(status === 403 && { reason: 'role' }) },
  });

/** The failure that the core returns when the platform replies with 404. */
export const missing = (): never => {
  throw new Failure('missing', 'no such ref');
};
