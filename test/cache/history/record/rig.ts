import { onTestFinished } from 'vitest';
import type { CacheFile, Place, Spelling, SyncRunOutcome } from '#main/cache/cache-types.ts';
import { definitions } from '#main/cache/definitions.ts';
import { entryKinds, entrySources, noteKinds, type StoredEntry } from '#main/cache/history/history-types.ts';
import { keepSight } from '#main/cache/history/record/place-syncs.ts';
import type { OwnWrite } from '#main/cache/history/record/written-by.ts';
import { openCache, type Connection } from '#main/cache/open-cache.ts';
import { writer } from '#main/cache/write/writer.ts';
import { freshFile } from '../../rig.ts';
import { pageOf } from '../../rows.ts';

export interface Entry {
  kind: string;
  scope: string;
  id: unknown;
  found: number | null;
  since: number | null;
  source: string;
  cause: string | null;
  fields: unknown;
}
interface Opened {
  db: Connection;
  write: ReturnType<typeof writer>;
  file: CacheFile;
  close: () => void;
  sync: (place: Place, rows: readonly object[], start: number, more?: SyncOptions) => SyncRunOutcome;
  all: () => Entry[];
  entries: () => Entry[];
  added: (work: () => unknown) => [kind: string, id: unknown, fields: unknown][];
}
interface SyncOptions {
  end?: number;
  isPartial?: boolean;
}
const nameIn = (names: Readonly<Record<string, number>>, number: number): string =>
  Object.entries(names).find(([, own]) => own === number)?.[0] ?? String(number);

/** A writer without its thread, whose outbox can be read. `seenBy`: the token that it is opened with. */
export async function openRecorded({
  file,
  seenBy = 'token',
  spelling,
}: { file?: CacheFile; seenBy?: string; spelling?: Spelling } = {}): Promise<Opened> {
  const at = file ?? (await freshFile());
  const db: Connection = openCache(at, 'write');
  const write = writer(db, definitions, () => undefined, spelling);
  keepSight(db, seenBy);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) write.close();
    isOpen = false;
  };
  onTestFinished(close);

  /** A full sync of a list: from `start` to `end`, in one page. */
  function sync(
    place: Place,
    rows: readonly object[],
    start: number,
    { end = start + 10, isPartial = false }: SyncOptions = {},
  ) {
    write.beginList({ place, estimatedRows: null, now: start });
    write.putListPage({ place, rows: pageOf(rows), now: start + 1 });
    return write.finishSyncRun({ place, now: end, isPartial, acceptNotReturned: true });
  }
  /** Everything in the outbox, or with `from`, what was added after so many rows. */
  function all(): Entry[] {
    return db
      .prepare<[], StoredEntry & { found: number | null }>(
        'SELECT kind, scope, id, found_at AS found, since, source, cause, fields FROM history_outbox ORDER BY n',
      )
      .all()
      .map(({ kind, source, fields, ...entry }) => ({
        ...entry,
        kind: nameIn({ ...entryKinds, ...noteKinds }, kind),
        source: nameIn(entrySources, source),
        fields: fields === null ? null : (JSON.parse(fields) as unknown),
      }));
  }
  /** The entries, without notes. */
  const entries = (): Entry[] => all().filter(({ kind }) => !Object.hasOwn(noteKinds, kind));
  /** Kind, id and fields of the entries that were added by `work`. */
  function added(work: () => unknown): [kind: string, id: unknown, fields: unknown][] {
    const before = entries().length;
    work();
    return entries()
      .slice(before)
      .map(({ kind, id, fields }) => [kind, id, fields]);
  }
  return { db, write, file: at, close, sync, all, entries, added };
}

export const ours = (sent: OwnWrite['sent'], over: Partial<OwnWrite> = {}): OwnWrite => ({
  planId: 'plan-1',
  journalId: 7,
  isCreation: false,
  sent,
  ...over,
});

export const runners = (scope = ''): Place => ({ collection: 'runners', scope });
export const members: Place = { collection: 'members', scope: 'group:5' };
export const member = (id: number, over: object = {}) => ({
  id,
  username: `person-${id}`,
  name: `Person ${id}`,
  state: 'active',
  access_level: 30,
  expires_at: null,
  ...over,
});
export const issue = (id: number, over: object = {}) => ({
  id,
  iid: id,
  project_id: 7,
  title: `Issue ${id}`,
  state: 'opened',
  updated_at: '2026-01-01T00:00:00Z',
  web_url: `https://code.example/acme/web/-/issues/${id}`,
  ...over,
});
