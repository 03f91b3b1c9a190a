import type { Scope } from '#shared/contract/scope.ts';
import type { CleanupQuery, CleanupRow, CleanupRule } from '#shared/contract/runners.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ListSelection } from '../lists/collection-client.ts';
import { WindowSource } from '../lists/window-source.svelte.ts';

type Verbs = Session['client']['runners'];
export type Coverage = Awaited<ReturnType<Verbs['coverage']>>;
export type Versions = Awaited<ReturnType<Verbs['versions']>>;
export type CleanupReply = Awaited<ReturnType<Verbs['cleanup']>>;

/** Delay between a change of the list and the next analysis. */
const delayMs = seconds(1);
/** Rows per request. */
const pageRows = 200;

const firstRule: CleanupRule = { olderThanDays: 30, excludeIds: [], excludeTags: [], isNeverIncluded: false };

/** Analyses of the runners of one scope: tag coverage, versions, and runners without recent contact. */
export class RunnerFleet {
  readonly scope: Scope;
  coverage = $state.raw<Coverage | null>(null);
  versions = $state.raw<Versions | null>(null);
  failure = $state.raw<Failure | null>(null);
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
  #generation = 0;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.scope = scope;
    const { runners: verbs } = session.client;
    this.cleanup = new WindowSource<CleanupRow, CleanupQuery, CleanupReply>({
      list: (query, slice, signal) => verbs.cleanup({ query, slice }, signal),
      ids: async (query, from, count) => (await verbs.cleanupIds({ query, from, count })).ids,
      idOf: ({ id }) => id,
      paceMs: () => delayMs,
    });
  }

  /** Load the tag coverage. A reply is dropped if a later call was made in the meantime. */
  async loadCoverage(): Promise<void> {
    const generation = ++this.#generation;
    const { scope, search, isAtRisk } = this;
    const assumePaused = this.assumedPaused?.selection ?? null;
    await this.#load(async () => {
      const coverage = await this.#session.client.runners.coverage({
        scope,
        search,
        isAtRisk,
        assumePaused: assumePaused as Parameters<Verbs['coverage']>[0]['assumePaused'],
      });
      if (generation === this.#generation) this.coverage = coverage;
    });
  }

  async loadVersions(): Promise<void> {
    await this.#load(async () => {
      this.versions = await this.#session.client.runners.versions({ scope: this.scope });
    });
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
  async runnersToPause(most: number): Promise<CleanupRow[]> {
    const query: CleanupQuery = { ...this.cleanupQuery, verdict: 'pause' };
    const rows: CleanupRow[] = [];
    for (let from = 0; from < most; from += pageRows) {
      const slice = { from, count: Math.min(pageRows, most - from) };
      const reply = await this.#session.client.runners.cleanup({ query, slice });
      rows.push(...reply.rows);
      if (rows.length >= reply.total) break;
    }
    return rows;
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
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const end = this.#session.client.runners.changed(({ revision }) => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        reload(revision);
      }, delayMs);
    });
    return () => {
      clearTimeout(waiting);
      end();
    };
  }

  async #load(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failure = null;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code !== 'aborted') this.failure = failure;
    }
  }
}
