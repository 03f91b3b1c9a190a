import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

type Verbs = Session['client']['history'];
export type MomentReply = Awaited<ReturnType<Verbs['moment']>>;
type SinceThen = Awaited<ReturnType<Verbs['sinceThen']>>;
/** The difference between a row of the past and now. `same`: nothing recorded has changed. `unknown`: the comparison failed. */
export type RowNow = NonNullable<Awaited<ReturnType<Verbs['now']>>[number]> | 'same' | 'unknown';

interface WantedRow {
  key: number;
  scope: Scope;
  id: Key;
}

/** Maximum number of rows in one request. */
const mostRows = 200;

/** What is known about a moment, and how a list of that moment differs from now. `collection` null: about all lists. */
export class PastList {
  readonly at: number;
  readonly collection: string | null;
  readonly scope: Scope | null;
  readonly moment: LastReply<MomentReply>;
  /** Of a list; of all lists, it is never loaded. */
  readonly since: LastReply<SinceThen>;
  /** Changes when rows have to be compared again. */
  revision = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  #rows = $state.raw<ReadonlyMap<number, RowNow>>(new Map());
  readonly #history: Verbs;
  #wanted: readonly WantedRow[] = [];

  constructor(session: Session, at: number, collection: string | null, scope: Scope | null) {
    const { history } = session.client;
    this.at = at;
    this.collection = collection;
    this.scope = scope;
    this.#history = history;
    this.moment = new LastReply(session, () => history.moment({ at, collection, scope }), [history]);
    const since = () => history.sinceThen({ at, collection: collection ?? '', scope });
    this.since = new LastReply(session, since, [history]);
  }

  follow(): () => void {
    const ends = [
      this.moment.follow(),
      ...(this.collection === null ? [] : [this.since.follow()]),
      this.#history.changed(() => (this.revision += 1)),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Undefined: not compared yet. */
  nowOf(key: number): RowNow | undefined {
    return this.#rows.get(key);
  }

  /** Compare a row with now. Rows that are requested at the same time are compared together. */
  compare(key: number, row: { scope: Scope; id: Key }): void {
    if (this.#wanted.length === 0) queueMicrotask(() => this.#send());
    this.#wanted = [...this.#wanted, { key, scope: row.scope, id: row.id }];
  }

  #send(): void {
    const all = this.#wanted;
    this.#wanted = [];
    for (let from = 0; from < all.length; from += mostRows) void this.#compare(all.slice(from, from + mostRows));
  }

  async #compare(rows: readonly WantedRow[]): Promise<void> {
    const { at, collection } = this;
    if (collection === null) return;
    const asked = rows.map(({ scope, id }) => ({ scope, id }));
    const reply = await this.#history.now({ at, collection, rows: asked }).catch(() => null);
    const found = rows.map(({ key }, index): [number, RowNow] => [
      key,
      reply === null ? 'unknown' : (reply[index] ?? 'same'),
    ]);
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
    this.#rows = new Map([...this.#rows, ...found]);
  }
}
