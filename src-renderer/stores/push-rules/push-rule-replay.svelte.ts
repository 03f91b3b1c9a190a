import type { Scope } from '#shared/contract/scope.ts';
import type {
  Replay,
  ReplayedBranch,
  ReplayedCommit,
  ReplayFilter,
  ReplayInput,
  ReplayQuery,
  ReplaySource,
} from '#shared/contract/push-rule-replay.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { delayed } from '../loading/throttle.ts';
import type { Window } from '#shared/contract/kit.ts';
import { readerOf, WindowSource } from '../lists/window-source.svelte.ts';

type Lister<Row> = (
  input: { query: ReplayQuery; slice: { from: number; count: number } },
  signal: AbortSignal,
) => Promise<Window<Row>>;

/** Delay after a change of the draft before it is replayed. */
const restMs = 150;
/** Rows that arrive during this time count as one change. */
const arrivalMs = 500;

/** The replay of a push rule: the cached data for it, the last result, and the refused rows. */
export class RuleReplay {
  readonly #sources = new NewestCall<ReadonlyMap<Scope, ReplaySource>>();
  readonly #replay = new NewestCall<Replay>();
  /** Undefined: not loaded yet. */
  sources = $derived(this.#sources.value);
  result = $derived(this.#replay.value ?? null);
  /** A replay is running. */
  isRunning = $derived(this.#replay.isLoading);
  failure = $derived(this.#replay.failure ?? this.#sources.failure);
  filter = $state.raw<ReplayFilter>({});
  sort = $state.raw<ReplayQuery['sort']>({ by: 'found', direction: 'asc' });
  readonly commits: WindowSource<ReplayedCommit, ReplayQuery>;
  readonly branches: WindowSource<ReplayedBranch, ReplayQuery>;
  readonly #session: Session;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #asked = '';

  constructor(session: Session) {
    this.#session = session;
    const { pushRuleReplay: verbs } = session.client;
    const readerFor = <Row extends { key: number }>(of: 'commits' | 'branches', list: Lister<Row>) =>
      readerOf<Row, ReplayQuery, Window<Row>>({ list, ids: (input) => verbs.ids({ of, ...input }) }, ({ key }) => key);
    this.commits = new WindowSource(readerFor<ReplayedCommit>('commits', verbs.commits));
    this.branches = new WindowSource(readerFor<ReplayedBranch>('branches', verbs.branches));
  }

  /** Call `reload` after commits or branches were synced, at most once per interval. */
  follow(reload: () => void): () => void {
    const { commits, branches } = this.#session.client;
    const { touch, end } = delayed(reload, arrivalMs);
    const ends = [end, commits.changed(() => touch()), branches.changed(() => touch())];
    return () => ends.forEach((stop) => stop());
  }

  /** Load how many commits and branches of these projects are cached. */
  async loadSources(projects: readonly Scope[]): Promise<void> {
    await this.#sources.send(async () => {
      const { sources } = await this.#session.client.pushRuleReplay.sources({ projects: [...projects] });
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
      return new Map(sources.map((source) => [source.scope, source]));
    });
  }

  /** Start a replay after a short delay, unless it equals the last one. `isAnew`: the cached data has changed since. */
  want(input: ReplayInput, isAnew = false): void {
    const asked = JSON.stringify(input);
    if (asked === this.#asked && !isAnew) return;
    this.#asked = asked;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#run(input), restMs);
  }

  /** Clear the result. */
  clear(): void {
    clearTimeout(this.#resting);
    this.#replay.forget();
    this.#asked = '';
  }

  show(filter: ReplayFilter): void {
    this.filter = filter;
    this.#list();
  }
  sortBy(sort: ReplayQuery['sort']): void {
    this.sort = sort;
    this.#list();
  }

  /** SHAs of commits or names of branches, one per line. */
  copy(of: 'commits' | 'branches', chosen: { kind: 'ids'; ids: number[] } | { kind: 'all'; except: number[] }) {
    return this.#session.client.pushRuleReplay.copy({ of, query: this.#query(), chosen });
  }

  export() {
    if (this.result === null) throw new Error('there is no replay to export');
    return this.#session.client.pushRuleReplay.export({ replayId: this.result.id, filter: this.filter });
  }

  async #run(input: ReplayInput): Promise<void> {
    const isNewest = await this.#replay.send((signal) => this.#session.client.pushRuleReplay.run(input, signal));
    if (isNewest) this.#list();
  }

  #query(): ReplayQuery {
    return { replayId: this.result?.id ?? '', filter: this.filter, sort: this.sort };
  }

  #list(): void {
    if (this.result === null) return;
    const query = this.#query();
    void this.commits.query(query);
    void this.branches.query(query);
  }
}
