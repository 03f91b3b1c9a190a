import type { CoverageQuery, CoverageRow } from '#shared/contract/coverage.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply, type ChangeSource } from '../loading/last-reply.svelte.ts';
import { withAllRows } from '../lists/all-rows.ts';
import { collectionNames } from '../lists/collection-names.ts';

/** Rows that are loaded at once. */
const pageRows = 100;

/** The sections of the contract whose changes can change the coverage: all lists, stored contents and jobs. */
export function storedSections({ client }: Session): ChangeSource[] {
  const { jobs, catalogue, repositoryFiles, snippetFiles } = client;
  return [...collectionNames.map((name) => client[name]), jobs, catalogue, repositoryFiles, snippetFiles];
}

/** What is stored of the lists of one place. */
export class PlaceCoverage extends LastReply<readonly CoverageRow[]> {
  /** Null until the first reply of the core. */
  rows = $derived(this.value ?? null);

  constructor(session: Session, scope: Scope) {
    super(session, async () => (await session.client.coverage.of({ scope })).rows, storedSections(session), {
      onProfileChange: 'reload',
    });
  }
}

type Reply = Awaited<ReturnType<Session['client']['coverage']['list']>>;

/** What is stored of the lists of all places: the rows that match a query. More are loaded on request. */
export class AllCoverage extends LastReply<Reply> {
  query = $state.raw<CoverageQuery>({});
  rows: readonly CoverageRow[] | null = $derived(this.value?.rows ?? null);
  reply = $derived(this.value ?? null);
  #wanted = pageRows;

  constructor(session: Session) {
    // At least as many rows as are shown
    const load = () => withAllRows((slice) => session.client.coverage.list({ query: this.query, slice }), this.#wanted);
    super(session, load, storedSections(session), { onProfileChange: 'reload' });
  }

  async show(change: Partial<CoverageQuery>): Promise<void> {
    const query = { ...this.query, ...change };
    this.query = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    this.#wanted = pageRows;
    await this.load();
  }

  async more(): Promise<void> {
    this.#wanted = (this.rows?.length ?? 0) + pageRows;
    await this.load();
  }
}
