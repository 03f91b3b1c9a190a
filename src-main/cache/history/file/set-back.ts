import type { Place } from '../../cache-types.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import { noteKinds } from '../history-types.ts';
import { readSyncs, writeSync } from '../sync-times.ts';
import { coverageIn, type CoverageRow } from './coverage.ts';
import { addGap } from './gaps.ts';
import type { SyncedNote } from './notes.ts';
import { numbersIn } from './places.ts';
import { numberOf } from './transfer.ts';

/**
 * Make both files agree after a power cut that set one of them back, and before the cache writes new numbers.
 * The cache was set back: entries that it does not know are deleted, because the next sync finds these changes again.
 * `history.db` was set back, or is new: what the cache has already deleted is a gap.
 */
export function agree(cache: Connection, history: Connection): void {
  const [known, own] = [meta(cache), meta(history)];
  const written = known.get('history:written');
  history.transaction(() => {
    if (written !== undefined) takeBack(cache, history, Number(written));
    const latest = own.get('latest');
    // A new cache does not know any number, so changes between the stored entries and its first syncs are lost
    if (written === undefined && latest !== undefined)
      addGap(history, { from: Number(latest), until: Number(latest), why: 'lost' });
    const transfers = numberOf(known, 'history:transfers');
    if (numberOf(own, 'transfers') >= transfers) return;
    const until = Math.max(numberOf(known, 'history:sentAt'), firstKnownSyncs(cache));
    const since = latest ?? known.get('history:since') ?? until;
    addGap(history, { from: Number(since), until, why: latest === undefined ? 'lost' : 'restored' });
    const applied = Math.max(numberOf(own, 'applied'), numberOf(known, 'history:sent'));
    // The notices of these changes may be stored already
    const facts = { applied, noticed: applied, transfers, latest: until, since: own.get('since') ?? since };
    for (const [name, value] of Object.entries(facts)) own.set(name, String(value));
    bringLastSyncs(cache, history);
  })();
  // A new cache must not give the numbers of stored entries again. If it is set back later, these entries stay
  if (written === undefined) known.set('history:written', String(numberOf(own, 'applied')));
}

const inOutbox = `FROM history_outbox WHERE kind = ${noteKinds.synced}`;

/** The latest first sync of a place in the outbox whose earlier syncs are not known; 0: none. */
function firstKnownSyncs(cache: Connection): number {
  const sql = `SELECT max(at) FROM (SELECT min(fields ->> '$.endedAt') AS at ${inOutbox} GROUP BY collection, scope
    HAVING max(ifnull(fields ->> '$.isFirst', 0)) = 0)`;
  return cache.prepare<[], number | null>(sql).pluck().get() ?? 0;
}

/** The coverage of the gap is lost too. Add the last sync of each place that has none in the outbox. */
function bringLastSyncs(cache: Connection, history: Connection): void {
  const coverage = coverageIn(history, numbersIn(history));
  const syncs = cache.prepare<[], Place & SyncedNote>(
    `SELECT collection, scope, p.started_at AS startedAt, finished_at AS endedAt, unreadable, full_started_at IS NOT NULL AS isFull
     FROM passes p JOIN history_places USING (collection, scope)
     WHERE finished_at IS NOT NULL AND (collection, scope) NOT IN (SELECT collection, scope ${inOutbox})`,
  );
  for (const { collection, scope, ...note } of syncs.all()) coverage.synced({ collection, scope }, note);
}

function takeBack(cache: Connection, history: Connection, written: number): void {
  const notEnded = cache.prepare<[], number>('SELECT n FROM history_outbox WHERE run IS NOT NULL').pluck().all();
  const removed = history
    .prepare('DELETE FROM entries WHERE n > ? OR n IN (SELECT value FROM json_each(?))')
    .run(written, JSON.stringify(notEnded)).changes;
  const facts = meta(history);
  if (removed === 0 && numberOf(facts, 'applied') <= written) return;
  history.prepare('DELETE FROM states WHERE n > ?').run(written);
  takeBackCoverage(cache, history);
  const latest = history
    .prepare<[], number | null>(
      'SELECT max(at) FROM (SELECT max(found_at) AS at FROM entries UNION ALL SELECT max(until_at) FROM coverage)',
    )
    .pluck()
    .get();
  facts.set('applied', String(Math.min(written, numberOf(facts, 'applied'))));
  const last = history.prepare<[], number | null>('SELECT max(n) FROM entries').pluck().get() ?? 0;
  facts.set('noticed', String(Math.min(last, numberOf(facts, 'noticed'))));
  if (typeof latest === 'number') facts.set('latest', String(latest));
  else history.prepare(`DELETE FROM meta WHERE name IN ('latest', 'since')`).run();
}

/** Delete the syncs after the last one of each place that the cache knows. */
function takeBackCoverage(cache: Connection, history: Connection): void {
  const passes = cache
    .prepare<[], [string, string, number]>(
      'SELECT collection, scope, max(finished_at) FROM passes WHERE finished_at IS NOT NULL GROUP BY collection, scope',
    )
    .raw()
    .all();
  const last = new Map(passes.map(([collection, scope, at]) => [`${collection} ${scope}`, at]));
  const lastOfAll = passes.reduce((most, [, , at]) => Math.max(most, at), 0);
  const rows = history
    .prepare<[], CoverageRow & { name: string; scope: string }>(
      `SELECT coverage.*, name, scope FROM coverage JOIN names ON names.n = collection JOIN places ON places.n = place
       WHERE status IN ('complete', 'partial')`,
    )
    .all();
  const at = 'collection = :collection AND place = :place AND from_at = :from_at';
  for (const row of rows) {
    const limit = last.get(`${row.name} ${row.scope}`) ?? lastOfAll;
    if (row.until_at <= limit) continue;
    // The stored times are rounded up to a second
    const kept = readSyncs(row.ends, row.from_at).filter(({ endedAt }) => endedAt < limit + 1_000);
    if (kept.length === 0) history.prepare(`DELETE FROM coverage WHERE ${at}`).run(row);
    else {
      const ends = kept.reduce<Uint8Array>((bytes, one) => writeSync(bytes, row.from_at, one), new Uint8Array());
      const update = `UPDATE coverage SET until_at = :limit, full_at = min(full_at, :limit), ends = :ends WHERE ${at}`;
      history.prepare(update).run({ ...row, limit, ends });
    }
  }
}
