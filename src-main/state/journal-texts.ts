import type { RowName } from '#shared/contract/changes.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { changeText, requestPath } from '#shared/text/en/change-text.ts';
import { operationNames } from '#shared/text/en/operations.ts';

import type { Db } from './files/database.ts';

interface TextRow {
  id: number;
  hay: string;
}

/** Rows that one statement reads. */
const pieceRows = 10_000;

/**
 * The search texts of the newest entries of the journal, in memory, because SQL takes about ten times as long to search
 * them. Entries are never removed from the journal, so each text stays valid until `markChanged` is called for it.
 * `maxCharacters`: the limit for all texts together; the texts of older entries are not kept in memory.
 */
export function journalTexts(db: Db, maxCharacters: number) {
  const older = db.prepare<[number, number], TextRow>(
    'SELECT id, hay FROM journal WHERE id < ? ORDER BY id DESC LIMIT ?',
  );
  const newer = db.prepare<[number, number], TextRow>('SELECT id, hay FROM journal WHERE id > ? ORDER BY id LIMIT ?');
  const one = db.prepare<[number], string>('SELECT hay FROM journal WHERE id = ?').pluck();
  /** At index n: the text of entry `first + n`. */
  let texts: (string | undefined)[] = [];
  let first = 1;
  let characters = 0;
  let isComplete = true;
  const changed = new Set<number>();

  const set = (id: number, text: string): void => {
    characters += text.length - (texts[id - first]?.length ?? 0);
    texts[id - first] = text;
  };

  function loadNewest(): void {
    const rows: TextRow[] = [];
    let below = Number.MAX_SAFE_INTEGER;
    let loaded = 0;
    let piece: TextRow[];
    do {
      piece = older.all(below, pieceRows);
      for (const row of piece) {
        rows.push(row);
        loaded += row.hay.length;
        below = row.id;
      }
    } while (piece.length === pieceRows && loaded < maxCharacters);
    if (rows.length === 0) return;
    first = below;
    isComplete = piece.length < pieceRows;
    for (const { id, hay } of rows.reverse()) set(id, hay);
  }

  function loadNewer(): void {
    let piece: TextRow[];
    do {
      piece = newer.all(first + texts.length - 1, pieceRows);
      for (const { id, hay } of piece) set(id, hay);
    } while (piece.length === pieceRows);
  }

  function dropOldest(): void {
    let dropped = 0;
    while (characters > maxCharacters) {
      characters -= texts[dropped]?.length ?? 0;
      dropped += 1;
    }
    if (dropped === 0) return;
    texts = texts.slice(dropped);
    first += dropped;
    isComplete = false;
  }

  return {
    /** Must be called when the text of an entry was changed. */
    markChanged: (id: number): void => void changed.add(id),
    /** Load what was written since the last call. Must not be called in a transaction, which may be rolled back. */
    update: (): void => {
      if (texts.length === 0) loadNewest();
      else loadNewer();
      for (const id of changed) {
        const text = id < first ? undefined : one.get(id);
        if (text !== undefined) set(id, text);
      }
      changed.clear();
      dropOldest();
    },
    /** The oldest entry whose text is in memory. */
    first: (): number => first,
    /** Whether no entry is older than `first`. */
    isComplete: (): boolean => isComplete,
    /** The entries in memory whose text contains a word, newest first; `among`: only those of a list, in its order. */
    containing: (word: string, among?: readonly number[]): number[] => {
      if (among !== undefined) return among.filter((id) => texts[id - first]?.includes(word));
      const found: number[] = [];
      for (let at = texts.length - 1; at >= 0; at -= 1) if (texts[at]?.includes(word)) found.push(first + at);
      return found;
    },
  };
}

type Searched = Pick<JournalEntry, keyof RowName | 'op' | 'method' | 'path' | 'who' | 'user' | 'instance' | 'changes'>;

/** Enough for the names, tags and settings of a row; of a file, the beginning is searched. */
const maxChangeCharacters = 500;

/** The text of an entry for the search: what its row shows. A secret value is not part of it. */
export function entrySearchText(entry: Searched): string {
  const { op, label, place, detail, method, path, who, user, instance, changes } = entry;
  const changed = changes.map((change) => changeText(entry, change).slice(0, maxChangeCharacters));
  const about = [op, ...operationNames(op), label, place, detail, method, requestPath(path), who, user, instance];
  return searchTextOf([...about, ...changed]);
}

/** The parts of a search text in lower case, one on each line. */
export const searchTextOf = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter((part) => part !== null && part !== undefined)
    .map((part) => `\n${part.normalize().toLowerCase()}`)
    .join('');
