import type { CheckResult, Submodule } from '#shared/contract/repository-files.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';
import { NewestCall } from '../../loading/newest-call.svelte.ts';

type FilesClient = Client<ReeveContract>['repositoryFiles'];
type Refs = Awaited<ReturnType<FilesClient['refs']>>;
type Submodules = Awaited<ReturnType<FilesClient['submodules']>>;
type Tree = Awaited<ReturnType<FilesClient['tree']>>;

/** The known paths of a project at a ref, as a tree. */
export class ProjectFiles extends LastReply<{ refs: Refs; ref: string; tree: Tree }> {
  refs = $derived(this.value?.refs ?? null);
  /** The known branches and other refs. */
  refNames = $derived([...(this.refs?.branches.map(({ name }) => name) ?? []), ...(this.refs?.others ?? [])]);
  tree = $derived(this.value?.tree ?? null);
  search = $state('');
  /** Open folders. */
  open = $state.raw<readonly string[]>([]);
  /** The ref to show; null: until the first ref is known. */
  ref = $state<string | null>(null);
  readonly scope: Scope;
  readonly #client: FilesClient;

  constructor(session: Session, scope: Scope) {
    const { repositoryFiles } = session.client;
    // In any project: the scope of an event has the ID of the project, this one may have its path
    super(session, () => this.#read(), [repositoryFiles]);
    this.scope = scope;
    this.#client = repositoryFiles;
  }

  override async load(): Promise<void> {
    await super.load();
    this.ref ??= this.value?.ref ?? null;
  }

  async #read(): Promise<{ refs: Refs; ref: string; tree: Tree }> {
    const { scope, search } = this;
    const refs = await this.#client.refs({ scope });
    const ref = this.ref ?? refs.first;
    const tree = await this.#client.tree({ scope, ref, search, open: this.open.slice(-2_000) });
    return { refs, ref, tree };
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
  addPath = async (path: string) => (await this.#client.addPath({ scope: this.scope, path })).path;
  removePath = (path: string) => this.#client.removePath({ scope: this.scope, path });
}

/** The submodules of a project at a ref. */
export class ProjectSubmodules {
  readonly #check = new NewestCall<CheckResult>();
  readonly #found: LastReply<Submodules>;
  found = $derived.by(() => this.#found.value ?? null);
  failure = $derived.by(() => this.#check.failure ?? this.#found.failure);
  isChecking = $derived(this.#check.isLoading);
  /** What the last check in this window found. */
  result = $derived(this.#check.value ?? null);
  readonly rows: readonly Submodule[] = $derived(this.found?.rows ?? []);
  readonly #client: FilesClient;
  readonly #scope: Scope;
  #ref = '';

  constructor(session: Session, scope: Scope) {
    this.#client = session.client.repositoryFiles;
    this.#scope = scope;
    const load = () => this.#client.submodules({ scope, ref: this.#ref });
    this.#found = new LastReply(session, load, [this.#client]);
  }

  /** Show a ref until the returned function is called. */
  follow(ref: string): () => void {
    this.#ref = ref;
    this.#found.failure = null;
    this.#check.forget();
    return this.#found.follow();
  }

  /** Ask the platform for `.gitmodules`. */
  async check(): Promise<void> {
    this.#check.failure = null;
    await this.#check.send(async () => {
      const { result } = await this.#client.check({ scope: this.#scope, ref: this.#ref, path: '.gitmodules' });
      await this.#found.load();
      return result;
    });
  }
}
