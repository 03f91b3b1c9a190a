import type { Exported } from '#shared/contract/exported.ts';
import type { JournalEntry, JournalQuery } from '#shared/contract/journal.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { hours } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { readerOf, WindowSource } from '../lists/window-source.svelte.ts';

/** The journal of writes: the visible rows, the operations that occur, and the open entry. */
export class Journal {
  readonly source: WindowSource<JournalEntry, JournalQuery>;
  query = $state.raw<JournalQuery>({ search: '' });
  /** Empty if loading fails: the filter then offers only known operations, and the table shows the failure. */
  ops: readonly string[] = $derived.by(() => this.#ops.value?.ops ?? []);
  #wantedId: number | null = null;
  readonly #entry = new NewestCall<JournalEntry | null>();
  /** Undefined: not loaded yet. Null: there is no such entry. */
  entry = $derived(this.#entry.value);
  entryFailure = $derived(this.#entry.failure);
  readonly #ops: LastReply<{ ops: string[] }>;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    const { journal } = session.client;
    this.source = new WindowSource(readerOf(journal, ({ id }: JournalEntry) => id));
    this.#ops = new LastReply(session, () => journal.ops(), [journal], { everyMs: 0 });
  }

  show(query: JournalQuery, at = 0): Promise<void> {
    this.query = query;
    return this.source.query(query, at);
  }

  follow(): () => void {
    void this.show(this.query);
    const { journal } = this.#session.client;
    const openAgain = (): void => {
      if (this.#wantedId !== null) void this.open(this.#wantedId);
    };
    const ends = [this.source.follow(this.#session, journal), this.#ops.follow(), journal.changed(openAgain)];
    return () => ends.forEach((end) => end());
  }

  /** Load and show one entry. The previous one is shown until then. */
  async open(id: number): Promise<void> {
    this.#wantedId = id;
    await this.#entry.send(() => this.#session.client.journal.get({ id }));
  }

  close(): void {
    this.#wantedId = null;
    this.#entry.forget();
  }

  export = (format: 'csv' | 'json') => this.#session.client.journal.export({ query: this.query, format });
}

/** A deleted object. `op`: the operation that deletes such objects. `at`: when it was deleted, epoch milliseconds. */
interface Deletion {
  profileId: string;
  op: string;
  scope: Scope;
  id: number | string;
  at: number;
}

/** A deletion that Reeve sent. `restoredId`: the ID of the object that an undo created instead; null: there is none. */
export interface OwnDeletion {
  restoredId: number | null;
}

/** As `ownDeletion`, and again after each change of the journal. Null also if the journal can't be read. */
export function ownDeletionOf(session: Session, deletion: Deletion): LastReply<OwnDeletion | null> {
  const find = () => ownDeletion(session, deletion).catch(() => null);
  return new LastReply(session, find, [session.client.journal], { everyMs: 0 });
}

/** Find the deletion of an object by Reeve. Null: Reeve did not delete it. Fails: as a query of the journal. */
export async function ownDeletion(
  { client }: Session,
  { profileId, op, scope, id, at }: Deletion,
): Promise<OwnDeletion | null> {
  const query = { profileId, op, state: 'applied', after: at - hours(1), before: at } as const;
  const { rows } = await client.journal.list({ query, slice: { from: 0, count: 200 } });
  const place = readScope(scope)?.ref;
  const found = rows.find(({ path }) => {
    const parts = path.split('/').map(decodeURIComponent);
    return parts.at(-1) === String(id) && (place === undefined || parts.includes(String(place)));
  });
  if (found === undefined) return null;
  if (found.undoneBy === null) return { restoredId: null };
  const undone = await client.journal.list({
    query: { planId: found.undoneBy, state: 'applied' },
    slice: { from: 0, count: 200 },
  });
  return { restoredId: undone.rows.find(({ undoOf }) => undoOf === found.id)?.createdId ?? null };
}

/** Export the requests and replies of a plan as CSV. */
export function exportEntriesOf({ client }: Session, planId: string): Promise<Exported> {
  return client.journal.export({ query: { planId }, format: 'csv' });
}

/** The entries with these IDs that the journal still has. */
export async function entriesWithIds({ client }: Session, ids: readonly number[]): Promise<JournalEntry[]> {
  const found = await Promise.all(ids.map((id) => client.journal.get({ id })));
  return found.filter((entry) => entry !== null);
}

/** Whether an entry can be undone, and if not why: not applied, already undone, or not supported by the API. */
export function undoState({ state, undo, undoneBy }: JournalEntry): 'can' | 'not-applied' | 'undone' | 'none' {
  if (state !== 'applied') return 'not-applied';
  if (undoneBy !== null) return 'undone';
  return undo.kind === 'none' ? 'none' : 'can';
}
