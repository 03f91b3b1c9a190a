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
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { WindowSource } from '../lists/window-source.svelte.ts';

/** Delay after a change of the draft before it is replayed. */
const restMs = 150;
/** Rows that arrive during this time count as one change. */
const arrivalMs = 500;

/** The replay of a push rule: the cached data for it, the last result, and the refused rows. */
export class RuleReplay {
  /** Undefined: not loaded yet. */
  sources = $state.raw<ReadonlyMap<Scope, ReplaySource>>();
  result = $state.raw<Replay | null>(null);
  /** A replay is running. */
  isRunning = $state(false);
  failure = $state.raw<Failure | null>(null);
  filter = $state.raw<ReplayFilter>({});
  sort = $state.raw<ReplayQuery['sort']>({ by: 'found', direction: 'asc' });
  readonly commits: WindowSource<ReplayedCommit, ReplayQuery>;
  readonly branches: WindowSource<ReplayedBranch, ReplayQuery>;
  readonly #session: Session;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #asked = '';

  constructor(session: Session) {
    this.#session = session;
    const { pushRuleReplay: verbs } = session.client;
    const idsOf =
      (of: 'commits' | 'branches') =>
      async (query: ReplayQuery, from: number, count: number): Promise<number[]> =>
        (await verbs.ids({ of, query, from, count })).ids;
    const idOf = ({ key }: { key: number }): number => key;
    this.commits = new WindowSource<ReplayedCommit, ReplayQuery>({
      list: (query, slice, signal) => verbs.commits({ query, slice }, signal),
      ids: idsOf('commits'),
      idOf,
    });
    this.branches = new WindowSource<ReplayedBranch, ReplayQuery>({
      list: (query, slice, signal) => verbs.branches({ query, slice }, signal),
      ids: idsOf('branches'),
      idOf,
    });
  }

  /** Call `reload` after commits or branches were synced, at most once per interval. */
  follow(reload: () => void): () => void {
    const { commits, branches } = this.#session.client;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        reload();
      }, arrivalMs);
    };
    const ends = [commits.changed(soon), branches.changed(soon)];
    return () => {
      clearTimeout(waiting);
      ends.forEach((end) => end());
    };
  }

  /** Load how many commits and branches of these projects are cached. */
  async loadSources(projects: readonly Scope[]): Promise<void> {
    try {
      const { sources } = await this.#session.client.pushRuleReplay.sources({ projects: [...projects] });
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
      this.sources = new Map(sources.map((source) => [source.scope, source]));
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
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
    this.#running?.abort();
    this.#asked = '';
    this.result = null;
    this.isRunning = false;
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
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.isRunning = true;
    try {
      this.result = await this.#session.client.pushRuleReplay.run(input, running.signal);
      this.failure = null;
      this.#list();
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code !== 'aborted') this.failure = failure;
    } finally {
      if (this.#running === running) this.isRunning = false;
    }
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
