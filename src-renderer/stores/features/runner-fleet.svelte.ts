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

/** How long news of the list rest before a picture of all of it is made again. */
const restMs = seconds(1);
/** Rows of one answer. */
const atOnce = 200;

const firstRule: CleanupRule = { olderThanDays: 30, excludeIds: [], excludeTags: [], isNeverIncluded: false };

/** The runners of one scope seen as a whole: who serves which tag, which versions they have, who has fallen silent. */
export class RunnerFleet {
  readonly scope: Scope;
  coverage = $state.raw<Coverage | null>(null);
  versions = $state.raw<Versions | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Runners that are thought away. */
  away = $state.raw<{ selection: ListSelection; count: number } | null>(null);
  search = $state('');
  isAtRisk = $state(false);
  /** What the platform counts by prefix of the version; null: it told no total. */
  counted = $state.raw<{ totals: Readonly<Record<string, number | null>>; at: number } | null>(null);
  isAsking = $state(false);
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
      paceMs: () => restMs,
    });
  }

  /** Look at the tags again. What was asked before another look is dropped when it comes. */
  async lookAtTags(): Promise<void> {
    const generation = ++this.#generation;
    const { scope, search, isAtRisk } = this;
    const assumePaused = this.away?.selection ?? null;
    await this.#look(async () => {
      const coverage = await this.#session.client.runners.coverage({
        scope,
        search,
        isAtRisk,
        assumePaused: assumePaused as Parameters<Verbs['coverage']>[0]['assumePaused'],
      });
      if (generation === this.#generation) this.coverage = coverage;
    });
  }

  async lookAtVersions(): Promise<void> {
    await this.#look(async () => {
      this.versions = await this.#session.client.runners.versions({ scope: this.scope });
    });
  }

  /** Judge the silent ones by the rule as it is now. */
  judge(): Promise<void> {
    return this.cleanup.query(this.cleanupQuery);
  }

  get cleanupQuery(): CleanupQuery {
    const { scope, rule, verdict, sort } = this;
    return { scope, rule, sort, ...(verdict !== null && { verdict }) };
  }

  /** All that would be paused, at most `most`. */
  async runnersToPause(most: number): Promise<CleanupRow[]> {
    const query: CleanupQuery = { ...this.cleanupQuery, verdict: 'pause' };
    const rows: CleanupRow[] = [];
    for (let from = 0; from < most; from += atOnce) {
      const slice = { from, count: Math.min(atOnce, most - from) };
      const reply = await this.#session.client.runners.cleanup({ query, slice });
      rows.push(...reply.rows);
      if (rows.length >= reply.total) break;
    }
    return rows;
  }

  /** Ask the platform how many runners have a version that begins so, one request each. Fails as the sender does. */
  async ask(prefixes: readonly string[]): Promise<void> {
    this.isAsking = true;
    try {
      const asked = { scope: this.scope, prefixes: prefixes.filter((one, at) => prefixes.indexOf(one) === at) };
      const { counts, at } = await this.#session.client.runners.versionCounts(asked);
      const totals = Object.fromEntries(counts.map(({ prefix, total }) => [prefix, total]));
      this.counted = { totals: { ...this.counted?.totals, ...totals }, at };
    } finally {
      this.isAsking = false;
    }
  }

  /** Do it again when the list has changed, but not for each row of a reading. */
  follow(look: (revision: number) => void): () => void {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const end = this.#session.client.runners.changed(({ revision }) => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        look(revision);
      }, restMs);
    });
    return () => {
      clearTimeout(waiting);
      end();
    };
  }

  async #look(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failure = null;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code !== 'aborted') this.failure = failure;
    }
  }
}
