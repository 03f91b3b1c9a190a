import type { Key, Scoped } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ListRow } from './collection-client.ts';
import { isCollection } from './collection-names.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

type Verbs = Session['client']['history'];
export type MomentReply = Awaited<ReturnType<Verbs['moment']>>;
/** The difference between a row of the past and now. `same`: nothing recorded has changed. `unknown`: the comparison failed. */
export type RowNow = NonNullable<Awaited<ReturnType<Verbs['now']>>[number]> | 'same' | 'unknown';

/** What is known about a moment, and how a list of that moment differs from now. `collection` null: about all lists. */
export class PastList {
  readonly at: number;
  readonly collection: string | null;
  readonly moment: LastReply<MomentReply>;
  /** Of a list; of all lists, it is never loaded. */
  readonly since: LastReply<Awaited<ReturnType<Verbs['sinceThen']>>>;
  /** Changes when rows have to be compared again. */
  revision = $state(0);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  #rows = $state.raw<ReadonlyMap<number, RowNow>>(new Map());
  readonly #history: Verbs;
  #wanted: readonly Scoped<ListRow>[] = [];

  constructor(session: Session, at: number, collection: string | null, scope: Scope | null) {
    const { history } = session.client;
    this.at = at;
    this.collection = collection;
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
  async compare(entry: Scoped<ListRow>): Promise<void> {
    const { at, collection } = this;
    if (collection === null || !isCollection(collection)) return;
    this.#wanted = [...this.#wanted, entry];
    if (this.#wanted.length > 1) return;
    await Promise.resolve();
    const entries = this.#wanted;
    this.#wanted = [];
    const { key: keyField } = outlines[collection];
    const rows = entries.map(({ scope, row }) => ({ scope, id: row[keyField] as Key }));
    const reply = await this.#history.now({ at, collection, rows }).catch(() => null);
    const found = entries.map(
      ({ key }, index) => [key, reply === null ? 'unknown' : (reply[index] ?? 'same')] as const,
    );
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
    this.#rows = new Map([...this.#rows, ...found]);
  }
}
