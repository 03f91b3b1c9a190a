import type { CoverageQuery, CoverageRow } from '#shared/contract/coverage.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { collectionNames } from '../lists/collection-names.ts';

/** Rows that are loaded at once. */
const pageRows = 100;

/** Call `touch` after every change of a list, a stored content or a job. */
export function changesOf({ client }: Session, touch: () => void): (() => void)[] {
  const sections: { changed: (listener: () => void) => () => void }[] = [
    ...collectionNames.map((name) => client[name]),
    client.jobs,
    client.catalogue,
    client.profiles,
    client.repositoryFiles,
    client.snippetFiles,
  ];
  return sections.map((section) => section.changed(touch));
}

/** What is stored of the lists of one place. */
export class PlaceCoverage {
  /** Null until the first reply of the core. */
  rows = $state.raw<readonly CoverageRow[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => changesOf(this.#session, touch),
    );
  }

  async load(): Promise<void> {
    try {
      this.rows = (await this.#session.client.coverage.of({ scope: this.#scope })).rows;
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}

type Reply = Awaited<ReturnType<Session['client']['coverage']['list']>>;

/** What is stored of the lists of all places: the rows that match a query. More are loaded on request. */
export class AllCoverage {
  query = $state.raw<CoverageQuery>({});
  rows = $state.raw<readonly CoverageRow[] | null>(null);
  reply = $state.raw<Omit<Reply, 'rows'> | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  #generation = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => changesOf(this.#session, touch),
    );
  }

  async show(change: Partial<CoverageQuery>): Promise<void> {
    const query = { ...this.query, ...change };
    this.query = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    await this.load(pageRows);
  }

  /** Load at least as many rows as are shown. A reply is dropped if a later call was made in the meantime. */
  async load(count = Math.max(pageRows, this.rows?.length ?? 0)): Promise<void> {
    const generation = ++this.#generation;
    try {
      const rows: CoverageRow[] = [];
      let reply: Reply | null = null;
      while (reply === null || (rows.length < count && rows.length < reply.total)) {
        const slice = { from: rows.length, count: pageRows };
        reply = await this.#session.client.coverage.list({ query: this.query, slice });
        if (generation !== this.#generation) return;
        if (reply.rows.length === 0) break;
        rows.push(...reply.rows);
      }
      const { rows: _, ...rest } = reply;
      this.rows = rows;
      this.reply = rest;
      this.failure = null;
    } catch (thrown) {
      if (generation === this.#generation) this.failure = Failure.from(thrown);
    }
  }

  more(): Promise<void> {
    return this.load((this.rows?.length ?? 0) + pageRows);
  }
}
