import type { CheckResult, Submodule } from '#shared/contract/repository-files.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

type FilesClient = Client<ReeveContract>['repositoryFiles'];
type Refs = Awaited<ReturnType<FilesClient['refs']>>;
type Tree = Awaited<ReturnType<FilesClient['tree']>>;

/** The known paths of a project at a ref, as a tree. */
export class ProjectFiles {
  refs = $state.raw<Refs | null>(null);
  tree = $state.raw<Tree | null>(null);
  failure = $state.raw<Failure | null>(null);
  search = $state('');
  /** Open folders. */
  open = $state.raw<readonly string[]>([]);
  /** The ref to show; null: until the first ref is known. */
  ref = $state<string | null>(null);
  readonly scope: Scope;
  readonly #session: Session;
  #asked = 0;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
  }

  get #client(): FilesClient {
    return this.#session.client.repositoryFiles;
  }

  /** Load, also after changes, until the returned function is called. */
  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => [
        // In any project: the scope of an event has the ID of the project, this one may have its path
        this.#client.changed(touch),
      ],
    );
  }

  async load(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const refs = await this.#client.refs({ scope: this.scope });
      const ref = this.ref ?? refs.first;
      const tree = await this.#client.tree({
        ...{ scope: this.scope, ref, search: this.search },
        open: this.open.slice(-2_000),
      });
      if (asked !== this.#asked) return;
      this.refs = refs;
      this.ref = ref;
      this.tree = tree;
      this.failure = null;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }

  /** Show the paths that contain a text. */
  filter(text: string): void {
    this.search = text;
    void this.load();
  }
  /** Open or close a folder. */
  toggle(folder: string, isOpen: boolean): void {
    const others = this.open.filter((one) => one !== folder);
    this.open = isOpen ? [...others, folder] : others;
    void this.load();
  }
  /** Open the folders around a path. */
  reveal(path: string): void {
    const names = path.split('/').slice(0, -1);
    const around = names.map((_, at) => names.slice(0, at + 1).join('/'));
    const closed = around.filter((folder) => !this.open.includes(folder));
    if (closed.length === 0) return;
    this.open = [...this.open, ...closed];
    void this.load();
  }

  /**
   * Look for paths in what is stored, and in `.gitmodules` if it was never checked at this ref. A failure is not shown,
   * because the known paths are still there.
   */
  async collect(ref: string, isReachable: boolean): Promise<void> {
    const { scope } = this;
    try {
      const { checkedAt } = await this.#client.submodules({ scope, ref });
      if (checkedAt === null && isReachable) await this.#client.check({ scope, ref, path: '.gitmodules' });
      await this.#client.collect({ scope, ref });
    } catch {
      // As above
    }
  }
  /** Returns the path in the form that is used. Fails: `invalid` with the field `path`. */
  async addPath(path: string): Promise<string> {
    return (await this.#client.addPath({ scope: this.scope, path })).path;
  }
  async removePath(path: string): Promise<void> {
    await this.#client.removePath({ scope: this.scope, path });
  }
}

/** The submodules of a project at a ref. */
export class ProjectSubmodules {
  found = $state.raw<Awaited<ReturnType<FilesClient['submodules']>> | null>(null);
  failure = $state.raw<Failure | null>(null);
  isChecking = $state(false);
  /** What the last check in this window found. */
  result = $state<CheckResult | null>(null);
  readonly rows: readonly Submodule[] = $derived(this.found?.rows ?? []);
  readonly #session: Session;
  readonly #scope: Scope;
  #ref = '';
  #asked = 0;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  /** Show a ref until the returned function is called. */
  follow(ref: string): () => void {
    this.#ref = ref;
    this.failure = null;
    this.result = null;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [this.#session.client.repositoryFiles.changed(touch)],
    );
  }

  /** Ask the platform for `.gitmodules`. */
  async check(): Promise<void> {
    this.isChecking = true;
    this.failure = null;
    try {
      const { client } = this.#session;
      const at = { scope: this.#scope, ref: this.#ref, path: '.gitmodules' };
      this.result = (await client.repositoryFiles.check(at)).result;
      await this.#load();
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    } finally {
      this.isChecking = false;
    }
  }

  async #load(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const found = await this.#session.client.repositoryFiles.submodules({ scope: this.#scope, ref: this.#ref });
      if (asked === this.#asked) this.found = found;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }
}
