import type { Scope } from '#shared/contract/scope.ts';
import type { CleanupQuery, CleanupRow, CleanupRule } from '#shared/contract/runners.ts';
import type { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ListSelection } from '../lists/collection-client.ts';
import { allRows } from '../lists/all-rows.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { delayed } from '../loading/throttle.ts';
import { readerOf, WindowSource } from '../lists/window-source.svelte.ts';

type Verbs = Session['client']['runners'];
export type Coverage = Awaited<ReturnType<Verbs['coverage']>>;
export type Versions = Awaited<ReturnType<Verbs['versions']>>;
export type CleanupReply = Awaited<ReturnType<Verbs['cleanup']>>;

/** Delay between a change of the list and the next analysis. */
const delayMs = seconds(1);

const firstRule: CleanupRule = { olderThanDays: 30, excludeIds: [], excludeTags: [], isNeverIncluded: false };

/** Analyses of the runners of one scope: tag coverage, versions, and runners without recent contact. */
export class RunnerFleet {
  readonly scope: Scope;
  readonly #coverage = new NewestCall<Coverage>();
  readonly #versions = new NewestCall<Versions>();
  /** Runners that the what-if treats as paused. */
  assumedPaused = $state.raw<{ selection: ListSelection; count: number } | null>(null);
  search = $state('');
  isAtRisk = $state(false);
  /** Runner counts by version prefix, counted by the instance. Null: it returned no total. */
  counted = $state.raw<{ totals: Readonly<Record<string, number | null>>; at: number } | null>(null);
  isCounting = $state(false);
  rule = $state.raw<CleanupRule>(firstRule);
  verdict = $state.raw<CleanupRow['verdict'] | null>(null);
  sort = $state.raw<CleanupQuery['sort']>({ by: 'verdict', direction: 'asc' });
  note = $state('');
  keepsNotes = $state(true);
  readonly cleanup: WindowSource<CleanupRow, CleanupQuery, CleanupReply>;
  readonly #session: Session;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
    const { runners: verbs } = session.client;
    const { cleanup: list, cleanupIds: ids } = verbs;
    this.cleanup = new WindowSource({
      ...readerOf<CleanupRow, CleanupQuery, CleanupReply>({ list, ids }, ({ id }) => id),
      paceMs: () => delayMs,
    });
  }

  get coverage(): Coverage | null {
    return this.#coverage.value ?? null;
  }
  get versions(): Versions | null {
    return this.#versions.value ?? null;
  }
  get failure(): Failure | null {
    return this.#coverage.failure ?? this.#versions.failure;
  }

  /** Load the tag coverage. A reply is dropped if a later call was made in the meantime. */
  async loadCoverage(): Promise<void> {
    // Only the failure of the newest load is shown
    this.#versions.failure = null;
    const { scope, search, isAtRisk } = this;
    const assumePaused = (this.assumedPaused?.selection ?? null) as Parameters<Verbs['coverage']>[0]['assumePaused'];
    const query = { scope, search, isAtRisk, assumePaused };
    await this.#coverage.send(() => this.#session.client.runners.coverage(query));
  }

  async loadVersions(): Promise<void> {
    this.#coverage.failure = null;
    await this.#versions.send(() => this.#session.client.runners.versions({ scope: this.scope }));
  }

  /** Apply the current rule to the runners without recent contact. */
  loadCleanup(): Promise<void> {
    return this.cleanup.query(this.cleanupQuery);
  }

  get cleanupQuery(): CleanupQuery {
    const { scope, rule, verdict, sort } = this;
    return { scope, rule, sort, ...(verdict !== null && { verdict }) };
  }

  /** The runners that the rule would pause, at most `most`. */
  runnersToPause(most: number): Promise<CleanupRow[]> {
    const query: CleanupQuery = { ...this.cleanupQuery, verdict: 'pause' };
    return allRows((slice) => this.#session.client.runners.cleanup({ query, slice }), most);
  }

  /** Count the runners by version prefix on the instance, one request for each prefix. Fails: as a request. */
  async countVersions(prefixes: readonly string[]): Promise<void> {
    this.isCounting = true;
    try {
      const query = { scope: this.scope, prefixes: prefixes.filter((one, at) => prefixes.indexOf(one) === at) };
      const { counts, at } = await this.#session.client.runners.versionCounts(query);
      const totals = Object.fromEntries(counts.map(({ prefix, total }) => [prefix, total]));
      this.counted = { totals: { ...this.counted?.totals, ...totals }, at };
    } finally {
      this.isCounting = false;
    }
  }

  /** Call `reload` after changes of the list, at most once per second. Returns a function that ends this. */
  follow(reload: (revision: number) => void): () => void {
    const soon = delayed(reload, delayMs);
    const end = this.#session.client.runners.changed(({ revision }) => soon.touch(revision));
    return () => {
      soon.end();
      end();
    };
  }
}
