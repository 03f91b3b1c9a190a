import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entryKinds, type ChangedFields } from '#main/cache/history/history-types.ts';
import { isSameValue, recordedFields, recordedRow } from '#main/cache/history/recorded-fields.ts';
import { openCache } from '#main/cache/open-cache.ts';
import type { HistoryGap } from '#shared/contract/history.ts';
import type { PlatformChange } from './people-log.ts';

interface Entry {
  n: number;
  id: number;
  kind: number;
  foundAt: number | null;
  fields: string;
  isPending: number;
}
interface Row {
  id: number;
  doc: string;
  isGone: number;
}

/** What both databases of a folder say about users. `since`: when recording began; null: it has not. */
export interface Stored {
  entries: Entry[];
  rows: Row[];
  gaps: HistoryGap[];
  since: number | null;
  /** Numbers that both files still have, which is no fault while entries are being copied. */
  both: number;
}

/** Read the databases of a folder that Reeve may have open. */
export function storedIn(folder: string, key: string): Stored {
  const [cacheFile, historyFile] = [join(folder, 'cache.db'), join(folder, 'history.db')];
  const cache = openCache({ file: cacheFile, key }, 'read');
  const history = existsSync(historyFile) ? openCache({ file: historyFile, key }, 'read') : null;
  try {
    const columns = 'n, id, kind, found_at AS foundAt, fields';
    // First the outbox: meanwhile, its rows may be copied and deleted
    const waiting = cache
      .prepare<[], Entry>(
        `SELECT ${columns}, run IS NOT NULL AS isPending FROM history_outbox
         WHERE collection = 'users' AND id IS NOT NULL AND kind < 20`,
      )
      .all();
    const copied = history
      ?.prepare<[], Entry>(
        `SELECT entries.${columns}, 0 AS isPending FROM entries JOIN names ON names.n = collection
         WHERE name = 'users' AND id IS NOT NULL`,
      )
      .all();
    const byNumber = new Map([...waiting, ...(copied ?? [])].map((entry) => [entry.n, entry]));
    const rows = cache
      .prepare<[], Row>(`SELECT id, doc, gone_at IS NOT NULL AS isGone FROM documents WHERE collection = 'users'`)
      .all();
    const gaps = history?.prepare<[], HistoryGap>('SELECT from_at AS "from", until_at AS until, why FROM gaps').all();
    const since = history?.prepare<[], string>(`SELECT value FROM meta WHERE name = 'since'`).pluck().get();
    return {
      entries: [...byNumber.values()].toSorted((a, b) => a.isPending - b.isPending || a.n - b.n),
      rows,
      gaps: gaps ?? [],
      since: since === undefined ? null : Number(since),
      both: waiting.length + (copied?.length ?? 0) - byNumber.size,
    };
  } finally {
    cache.close();
    history?.close();
  }
}

const kindNames = new Map<number, string>(Object.entries(entryKinds).map(([name, number]) => [number, name]));

/** The entries of each row must lead from one to the next, and to the row in the cache, except across a gap. */
export function brokenChains({ entries, rows, gaps }: Stored): string[] {
  const wrong: string[] = [];
  const fields = recordedFields('users') ?? [];
  const mirror = new Map(rows.map((row) => [row.id, row]));
  const isInGap = (from: number, until: number): boolean => gaps.some((gap) => gap.from <= until && gap.until >= from);
  for (const [id, own] of Map.groupBy(entries, (entry) => entry.id)) {
    const known = new Map<string, unknown>();
    let isThere: boolean | undefined;
    let lastAt = own[0]?.foundAt ?? 0;
    const say = (what: string): void => void wrong.push(`user ${id}: ${what}`);
    for (const { n, kind, foundAt, fields: json } of own) {
      const name = kindNames.get(kind) ?? String(kind);
      const at = foundAt ?? Number.POSITIVE_INFINITY;
      if (at < lastAt) say(`${name} ${n} is earlier than the entry before it`);
      if (isInGap(lastAt, at)) {
        known.clear();
        isThere = undefined;
      }
      lastAt = at;
      const stored = JSON.parse(json) as Record<string, unknown>;
      const isComing = ['came', 'back', 'known'].includes(name);
      if (isComing && isThere === true) say(`${name} ${n}, although it is there`);
      if (name === 'came' && isThere !== undefined) say(`came ${n} a second time`);
      if (name === 'back' && isThere === undefined && !isInGap(0, at)) say(`back ${n}, although it did not go`);
      if (!isComing && isThere === false) say(`${name} ${n}, although it is gone`);
      isThere = !['notReturned', 'deleted'].includes(name);
      for (const [field, value] of Object.entries(stored)) {
        const [before, after] = name === 'changed' ? (value as ChangedFields[string]) : [value, value];
        const isNews = isComing || name === 'sent';
        if (!isNews && known.has(field) && !isSameValue(known.get(field), before))
          say(`${name} ${n}: ${field} was ${JSON.stringify(before)}, known ${JSON.stringify(known.get(field))}`);
        if (name === 'unsent') known.delete(field);
        else known.set(field, after);
      }
    }
    const row = mirror.get(id);
    if (isInGap(lastAt, Number.POSITIVE_INFINITY)) continue;
    if (row === undefined) say('the cache has no such row');
    else if ((row.isGone === 1) === isThere) say(`gone ${row.isGone}, there ${isThere}`);
    else {
      const current = recordedRow(fields, JSON.parse(row.doc) as Record<string, unknown>);
      for (const [field, value] of known)
        if (!isSameValue(current[field], value))
          say(`${field} is ${JSON.stringify(current[field])}, recorded ${JSON.stringify(value)}`);
    }
  }
  return wrong;
}

/**
 * Each change of the platform must be in the history at most once, and once if a sync saw it. `seenAt`: the end of the first
 * complete sync that began after the change and ended before the next change of the same value; null: there was none.
 * Changes in a reported gap may be missing.
 */
export function wrongChanges(
  { entries, gaps, since }: Stored,
  changes: readonly PlatformChange[],
  seenAt: (at: number, until: number) => number | null,
): string[] {
  const keyOf = (kind: string, id: number, value: unknown): string => JSON.stringify([kind, id, value]);
  const found = Map.groupBy(entries, ({ kind, id, fields }) => {
    const name = kindNames.get(kind) ?? '';
    const value = name === 'changed' ? (JSON.parse(fields) as ChangedFields)['name']?.[1] : undefined;
    return keyOf(name, id, value ?? null);
  });
  const logged = new Set(changes.map(({ kind, id, value }) => keyOf(kind, id, value)));
  const wrong: string[] = [];
  for (const key of found.keys()) {
    const isSwitch = key.startsWith('["changed"') && key.endsWith(',null]');
    if (!logged.has(key) && !isSwitch) wrong.push(`${key} did not happen`);
  }
  for (const { kind, id, value, at } of changes) {
    const key = keyOf(kind, id, value);
    const times = found.get(key)?.length ?? 0;
    if (times > 1) wrong.push(`${key} is recorded ${times} times`);
    if (times > 0 || since === null) continue;
    const next = changes.find((one) => one.id === id && one.at > at)?.at ?? Number.POSITIVE_INFINITY;
    const seen = seenAt(at, next);
    if (seen === null || at <= since) continue;
    if (!gaps.some((gap) => gap.until >= at && gap.from <= seen)) wrong.push(`${key} at ${at} is not recorded`);
  }
  return wrong;
}
