import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { Refusal } from '../http/refusal.ts';
import type { Commit } from './git/git-log.ts';
import { cleaned, commitObject, NO_COMMIT, treeObjects } from './git/git-objects.ts';
import type { Signature } from './git/git-objects.ts';
import { isBranchName } from './git/git-refs.ts';
import { messageInDialect } from './commit-messages.ts';
import type { Settings } from '../settings.ts';
import type { Project, Projects } from './projects.ts';
import { createRepository } from './git/repository.ts';
import type { Planned } from './git/planned-repository.ts';
import type { Repository } from './git/repository.ts';
import { applied } from './git/repository-changes.ts';
import type { Action, ChangedFile } from './git/repository-changes.ts';
import { createFolder, dropFolder } from './git/repository-folders.ts';
import type { User } from './user.ts';

/** A requested commit. */
export interface NewCommit {
  branch: string;
  message: string;
  actions: readonly Action[];
  /** Default: name and email address of the user. */
  authorName?: string | undefined;
  authorEmail?: string | undefined;
  /** The start of a new branch or, with `force`, of an existing one. Without it, the branch must exist. */
  start?: { project: Project; commit: string } | undefined;
  allowEmpty?: boolean;
  force?: boolean;
}

/** A planned change of a branch or tag, for checks that may refuse it. */
export interface Draft {
  user: User;
  /** Null if a tag is deleted. */
  branch: string | null;
  isNewBranch: boolean;
  /** Null without a new commit. */
  commit: {
    message: string;
    author: Signature;
    committer: Signature;
    files: readonly ChangedFile[];
    isSigned: boolean;
  } | null;
  deletedTag: string | null;
}

/** A change of a branch. */
export interface Push {
  project: Project;
  user: User;
  /** The full name: `refs/heads/main`. */
  ref: string;
  /** 40 zeros if the branch is new, or deleted. */
  before: string;
  after: string;
  isCreated: boolean;
  isRemoved: boolean;
  /** The commits that are new in the branch, oldest first; none for a new branch at an existing commit. */
  commits: readonly Commit[];
}

type Objection = Refusal | undefined;
export type Check = (project: Project, draft: Draft) => Objection | Promise<Objection>;

/** The newest pipeline of a commit, in the format of replies (document 1, Commit). */
export interface LastPipeline {
  id: number;
  ref: string;
  sha: string;
  status: string;
  web_url: string;
  [field: string]: unknown;
}

export interface Repositories {
  of(project: Project): Repository;
  /** Sets the initial content of a repository. The function is called at most once, when it is first needed. */
  plan(project: Project, make: () => Planned): void;
  /** Replaces the content of a repository, as an import does. Changes that were made since are lost. */
  replace(project: Project, content: Planned): void;
  /** The planned content, without using the disk; undefined for an empty repository. */
  planned(project: Project): Planned | undefined;
  /** A commit by branch, tag, hash or `HEAD`, which is the default branch. */
  resolve(project: Project, ref: string): Promise<string | undefined>;
  /**
   * Adds a commit to a branch. All writes through the API use this function.
   * Fails: 400 for an invalid commit, and if a check refuses it.
   */
  commit(project: Project, user: User, given: NewCommit): Promise<Commit>;
  /** Creates a branch at an existing commit. Fails: 400. */
  createBranch(project: Project, user: User, branch: string, commit: string): Promise<void>;
  /** Deletes a branch. Fails: 400 if it has just changed. */
  removeBranch(project: Project, user: User, branch: string, head: string): Promise<void>;
  /** Adds a check that is called before anything is written. The first refusal is the reply. */
  beforeCommit(check: Check): void;
  /** Adds a listener that is called after a branch has changed. */
  onPush(listener: (push: Push) => void): void;
  /** Sets the function that returns the newest pipeline of a commit. Called by the pipelines. */
  lastPipeline: (project: Project, commit: string) => LastPipeline | null;
  /** Deletes all repositories from the disk. */
  close(): void;
}

const refused = (reason: string) => new Refusal(400, reason);

export function createRepositories(
  projects: Projects,
  clock: Clock,
  settings: Pick<Settings, 'dialect'>,
): Repositories {
  const repositories = new Map<number, Repository>();
  const makers = new Map<number, () => Planned>();
  const plans = new Map<number, Planned>();
  const checks: Check[] = [];
  const listeners: ((push: Push) => void)[] = [];
  let root: string | undefined;

  const folderOf = (project: Project) => {
    root ??= createFolder();
    return join(root, `${project.id}.git`);
  };
  const planned = (project: Project) => {
    const make = makers.get(project.id);
    if (make === undefined) return undefined;
    const plan = plans.get(project.id) ?? make();
    plans.set(project.id, plan);
    return plan;
  };
  const of = (project: Project) => {
    const known = repositories.get(project.id);
    if (known !== undefined) return known;
    const repository = createRepository(folderOf(project), () => planned(project), project.default_branch);
    repositories.set(project.id, repository);
    return repository;
  };
  const forget = (project: Project) => {
    if (repositories.delete(project.id)) rmSync(folderOf(project), { recursive: true, force: true });
  };
  projects.onRemove((project) => {
    makers.delete(project.id);
    forget(project);
  });

  const ask = async (project: Project, draft: Draft) => {
    for (const check of checks) {
      const objection = await check(project, draft);
      if (objection !== undefined) throw objection;
    }
  };
  const notify = (push: Omit<Push, 'ref' | 'isCreated' | 'isRemoved'> & { branch: string }) => {
    const { branch, ...rest } = push;
    push.project.last_activity_at = clock.now();
    const isCreated = push.before === NO_COMMIT;
    const full = { ...rest, ref: `refs/heads/${branch}`, isCreated, isRemoved: push.after === NO_COMMIT };
    for (const listener of listeners) listener(full);
  };
  const moveBranch = async (repository: Repository, branch: string, before: string, after: string) => {
    const hasMoved = await repository.move(`refs/heads/${branch}`, before, after);
    if (!hasMoved) throw refused(`Could not update refs/heads/${branch}. Please refresh and try again.`);
  };

  const commitAlone = async (project: Project, user: User, given: NewCommit): Promise<Commit> => {
    const { branch, actions, start } = given;
    const message = messageInDialect(settings, given.message);
    if (message.includes('\0')) throw refused('commit_message is invalid');
    const repository = of(project);
    const branches = await repository.branches();
    const head = branches.find(({ name }) => name === branch)?.commit;
    if (head === undefined && !isBranchName(branch)) throw refused('Branch name is invalid');
    if (head === undefined && start === undefined && branches.length > 0)
      throw refused('You can only create or edit files when you are on a branch');
    const parent = start?.commit ?? head;
    if (start !== undefined && head !== undefined && given.force !== true)
      throw refused(`A branch called '${branch}' already exists. Switch to that branch in order to make changes`);
    if (start !== undefined && start.project.id !== project.id)
      await repository.borrow(of(start.project), start.commit);

    for (const action of actions) await requireUntouched(repository, parent, action);
    const before = parent === undefined ? new Map<string, never>() : await repository.files(parent);
    const { files, blobs, changed } = applied(before, actions);
    if (changed.length === 0 && given.allowEmpty !== true) throw refused('The commit would be empty');

    const { author, committer } = signatures(user, given, clock.now());
    await ask(project, {
      user,
      branch,
      isNewBranch: head === undefined,
      commit: { message, author, committer, files: changed, isSigned: false },
      deletedTag: null,
    });
    const trees = treeObjects(files);
    const parents = parent === undefined ? [] : [parent];
    const object = commitObject({ tree: trees.at(-1)?.id ?? '', parents, author, committer, message });
    await repository.write([...blobs, ...trees, object]);
    await moveBranch(repository, branch, head ?? NO_COMMIT, object.id);
    // The first branch of an empty repository becomes the default branch.
    if (branches.length === 0) project.default_branch = branch;
    const [commit] = await repository.commits([object.id]);
    if (commit === undefined) throw new Error(`commit ${object.id} was not written`);
    notify({ project, user, branch, before: head ?? NO_COMMIT, after: object.id, commits: [commit] });
    return commit;
  };

  return {
    of,
    plan: (project, make) => makers.set(project.id, make),
    replace(project, content) {
      makers.set(project.id, () => content);
      plans.set(project.id, content);
      forget(project);
    },
    planned,
    resolve: (project, ref) => of(project).resolve(ref === 'HEAD' ? `refs/heads/${project.default_branch}` : ref),
    commit: (project, user, given) => of(project).alone(() => commitAlone(project, user, given)),
    createBranch: (project, user, branch, commit) =>
      of(project).alone(async () => {
        if (!isBranchName(branch)) throw refused('Branch name is invalid');
        const taken = (await of(project).branches()).some(({ name }) => name === branch);
        if (taken) throw refused('Branch already exists');
        await ask(project, { user, branch, isNewBranch: true, commit: null, deletedTag: null });
        await moveBranch(of(project), branch, NO_COMMIT, commit);
        notify({ project, user, branch, before: NO_COMMIT, after: commit, commits: [] });
      }),
    removeBranch: (project, user, branch, head) =>
      of(project).alone(async () => {
        await moveBranch(of(project), branch, head, NO_COMMIT);
        notify({ project, user, branch, before: head, after: NO_COMMIT, commits: [] });
      }),
    beforeCommit: (check) => checks.push(check),
    onPush: (listener) => listeners.push(listener),
    lastPipeline: () => null,
    close() {
      if (root !== undefined) dropFolder(root);
    },
  };
}

/** Refuses to change a file that has changed after `last_commit_id` (document 1:145). */
async function requireUntouched(repository: Repository, parent: string | undefined, action: Action) {
  if (action.lastCommit === undefined || parent === undefined) return;
  const path = action.kind === 'move' ? action.previousPath : action.path;
  const last = await repository.lastTouch(parent, path);
  if (last === undefined || last === action.lastCommit) return;
  throw refused('You are attempting to update a file that has changed since you started editing it. Please try again.');
}

function signatures(user: User, { authorName, authorEmail }: NewCommit, now: number) {
  const atMs = Math.floor(now / 1000) * 1000;
  const own = { name: cleaned(user.name) || user.username, email: user.commit_email ?? user.email, atMs };
  const author = { name: cleaned(authorName ?? '') || own.name, email: cleaned(authorEmail ?? '') || own.email, atMs };
  return { author, committer: own };
}
