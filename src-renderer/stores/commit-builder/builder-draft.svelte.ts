import { mostHeads, type FileHead } from '#shared/contract/repository-files.ts';
import { isScope, type Scope } from '#shared/contract/scope.ts';
import type { Refusal } from '#shared/text/en/refusals.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { BuilderAction, type Base, type StoredAction } from './builder-action.svelte.ts';

/** The fields of a commit besides its actions, by their names in the request (document 1:150). */
export interface CommitFields {
  branch: string;
  commit_message: string;
  /** Where a new branch starts: one of the two is sent. */
  startBy: 'branch' | 'sha';
  start_branch: string;
  start_sha: string;
  /** ID or path; empty: this project. */
  start_project: string;
  author_name: string;
  author_email: string;
  allow_empty: boolean;
  force: boolean;
  stats: boolean;
}
export type CommitField = keyof CommitFields;

const emptyFields: CommitFields = {
  branch: '',
  commit_message: '',
  startBy: 'branch',
  start_branch: '',
  start_sha: '',
  start_project: '',
  author_name: '',
  author_email: '',
  allow_empty: false,
  force: false,
  stats: true,
};

/** What is stored of a draft. */
export interface StoredDraft {
  fields: CommitFields;
  actions: StoredAction[];
}

/** A commit of several files that is being prepared for a project. */
export class BuilderDraft {
  readonly scope: Scope;
  fields = $state.raw<CommitFields>(emptyFields);
  actions = $state.raw<readonly BuilderAction[]>([]);
  /** The person has submitted the commit, so all problems are shown. */
  isTried = $state(false);
  /** Refusals of the platform by field, until the field is changed. */
  refusals = $state.raw<Readonly<Partial<Record<string, Refusal>>>>({});
  refusal = $state.raw<Refusal | null>(null);
  /** When the files were last compared with the platform. */
  checkedAt = $state<number | null>(null);
  readonly #heads = new NewestCall<Map<string, FileHead> | null>();
  isChecking = $derived(this.#heads.isLoading);
  /** Why the files could not be compared. */
  failure = $derived(this.#heads.failure);
  /** The start was not found when the files were last read. */
  missingRef = $state<string | null>(null);
  readonly start = $derived((this.fields.startBy === 'sha' ? this.fields.start_sha : this.fields.start_branch).trim());
  readonly base: Base = $derived.by(() => {
    const project = this.fields.start_project.trim();
    const other = `project:${project}`;
    const scope = project !== '' && isScope(other) ? other : this.scope;
    return { scope, ref: this.start === '' ? this.fields.branch.trim() : this.start };
  });
  readonly moved = $derived(this.actions.filter(({ change }) => change !== null));
  readonly isDirty = $derived(this.actions.length > 0 || this.fields.commit_message.trim() !== '');
  readonly #session: Session;
  #lastKey = 0;
  #isStartOurs = false;
  /** The start at which the files were read. */
  #readAt = '';

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
  }

  set(changes: Partial<CommitFields>): void {
    this.fields = { ...this.fields, ...changes };
    const changed = Object.keys(changes);
    this.refusals = Object.fromEntries(Object.entries(this.refusals).filter(([name]) => !changed.includes(name)));
    this.refusal = null;
  }

  /**
   * Name the branch. A name that is not among the known ones is a new branch, which starts at the default branch until the
   * person chooses another start.
   */
  setBranch(branch: string, known: readonly string[], defaultName: string | null): void {
    const isKnown = known.length === 0 || known.includes(branch.trim());
    if (!isKnown && this.start === '' && defaultName !== null) {
      this.#isStartOurs = true;
      this.set({ branch, startBy: 'branch', start_branch: defaultName });
    } else {
      this.set({ branch });
      if (isKnown) this.dropOwnStart();
    }
  }

  /** Remove the start that `setBranch` set, because the branch exists. */
  dropOwnStart(): void {
    if (this.#isStartOurs) this.set({ start_branch: '' });
    this.#isStartOurs = false;
  }

  /** The person chose the start. */
  setStart(changes: Partial<CommitFields>): void {
    this.#isStartOurs = false;
    this.set(changes);
  }

  /** Add an action. Its files are read if it has a path. */
  add(given: Partial<StoredAction>, isReachable: boolean): BuilderAction {
    const added = new BuilderAction((this.#lastKey += 1), given);
    // The first file is read at the current base. If `followBase` read it again, a newer version could replace it unnoticed
    if (this.actions.length === 0) this.#readAt = this.#baseKey();
    this.actions = [...this.actions, added];
    this.refusal = null;
    void this.read(added, isReachable);
    return added;
  }

  remove(action: BuilderAction): void {
    this.actions = this.actions.filter((other) => other !== action);
    this.refusal = null;
  }

  /** Read the files of an action at the start of the commit. */
  async read(action: BuilderAction, isReachable: boolean): Promise<void> {
    await action.load(this.#session, this.base, isReachable);
    this.#noteMissing();
  }

  /** Read the files of all actions again if the commit starts elsewhere. */
  async followBase(isReachable: boolean): Promise<void> {
    const key = this.#baseKey();
    if (key === this.#readAt) return;
    this.#readAt = key;
    this.checkedAt = null;
    this.missingRef = null;
    await Promise.all(this.actions.map((action) => action.load(this.#session, this.base, isReachable)));
    this.#noteMissing();
  }

  #baseKey(): string {
    return `${this.base.scope} ${this.base.ref}`;
  }

  /**
   * Ask the platform by HEAD for each path that an action touches, and compare with what was read when the action was
   * added. Returns whether nothing changed; null: the requests failed. Never rejects.
   */
  async compare(): Promise<boolean | null> {
    this.#heads.failure = null;
    const heads = (await this.#heads.send(() => this.#loadHeads())) ? this.#heads.value : undefined;
    if (heads === null) this.missingRef = this.base.ref;
    if (!heads) return null;
    this.missingRef = null;
    const isChanged = this.actions.map((action) => action.compare(heads)).includes(true);
    this.checkedAt = Date.now();
    return !isChanged;
  }

  /** The paths that are requested before the commit is sent. */
  get paths(): string[] {
    const all = this.actions.flatMap(({ sourcePath, targetPath }) => [sourcePath, targetPath]);
    const paths = all.filter((path): path is string => path !== null && path !== '');
    return paths.filter((path, at) => paths.indexOf(path) === at);
  }

  /** Empty the draft after it was sent or discarded. The author and the options stay. */
  clear(branch = this.fields.branch): void {
    const { author_name, author_email, stats } = this.fields;
    this.fields = { ...emptyFields, branch, author_name, author_email, stats };
    this.actions = [];
    this.isTried = false;
    this.refusals = {};
    this.refusal = null;
    this.#heads.failure = null;
    this.checkedAt = null;
    this.missingRef = null;
  }

  stored(): StoredDraft {
    return { fields: this.fields, actions: this.actions.map((action) => action.stored()) };
  }

  /** Continue with a stored draft. */
  restore({ fields, actions }: StoredDraft, isReachable: boolean): void {
    this.fields = { ...emptyFields, ...fields };
    this.actions = actions.map((stored) => new BuilderAction((this.#lastKey += 1), stored));
    this.#readAt = '';
    void this.followBase(isReachable);
  }

  /** Null: the start was not found. */
  async #loadHeads(): Promise<Map<string, FileHead> | null> {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only looked up after it is complete
    const found = new Map<string, FileHead>();
    const { paths, base } = this;
    for (let from = 0; from < paths.length; from += mostHeads) {
      const part = paths.slice(from, from + mostHeads);
      const { isRefFound, files } = await this.#session.client.repositoryFiles.heads({ ...base, paths: part });
      if (!isRefFound) return null;
      for (const head of files) found.set(head.path, head);
    }
    return found;
  }

  #noteMissing(): void {
    const isMissing = this.actions.some(({ failure }) => failure?.code === 'missing' && failure.field === 'ref');
    this.missingRef = isMissing ? this.base.ref : null;
  }
}
