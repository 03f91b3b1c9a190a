import { expect, test } from 'vitest';
import { isSameValue, recordedFields, recordedRow } from '#main/cache/history/recorded-fields.ts';
import type { CacheReader } from '#main/cache/store-api.ts';
import { listOf, queryOf, runSync, type UserQuery } from '../../rig.ts';
import { user, type Row } from '../../rows.ts';
import { historyRig } from './rig.ts';

const fields = recordedFields('users') ?? [];

/** Numbers between 0 and 1 that depend on the seed only. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const questions: Partial<UserQuery>[] = [
  {},
  { notReturned: 'show', sort: { by: 'id', direction: 'desc' } },
  { notReturned: 'only', sort: { by: 'username', direction: 'asc' } },
  { filter: { admins: true }, sort: { by: 'username', direction: 'desc' } },
  { filter: { blocked: true }, sort: { by: 'created_at', direction: 'asc' } },
  { filter: { exclude_external: true, two_factor: 'disabled' } },
  { search: 'ann' },
  { search: 'ann mail.example', sort: { by: 'username', direction: 'asc' }, notReturned: 'show' },
  { search: 'user-1', filter: { exclude_active: true } },
];

/** What the reader answers about the recorded fields. */
async function answersOf(reader: CacheReader) {
  const lists = [];
  for (const question of questions) {
    const { total, rows } = await listOf(reader, question);
    const shown = rows.map(({ row, notReturnedSince }) => [recordedRow(fields, row), notReturnedSince]);
    lists.push({ question, total, shown });
  }
  const { live, notReturned, counts, completedAt } = await reader.lists('users').summary({ scope: '' });
  const query = queryOf({ filter: { admins: true } });
  const values = await reader
    .lists('users')
    .values({ query, name: 'username', search: '', choices: undefined })
    .catch(() => null);
  return { lists, live, notReturned, counts, completedAt, values };
}

test.each([1, 2, 3, 4])('lists of users are at every moment as they were then (seed %i)', async (seed) => {
  const { store, reader, history, made } = await historyRig();
  const random = randomFrom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const rows = new Map<number, Row>();
  const gone = new Map<number, Row>();
  const make = (id: number): Row =>
    user(id, { name: `${pick(['Anna', 'Ben', 'Hannes'])} ${id}`, external: random() < 0.3, two_factor_enabled: true });
  for (let id = 1; id <= 60; id += 1) rows.set(id, make(id));
  const then = new Map<number, Awaited<ReturnType<typeof answersOf>>>();
  for (let step = 1; step <= 12; step += 1) {
    const at = step * 100_000;
    if (step > 1) change(at);
    await runSync(store, [{ pages: [[...rows.values()].toSorted((a, b) => a.id - b.id)] }], {
      now: at,
      acceptNotReturned: true,
    });
    made.synced(at, { isWaiting: step === 12 });
    then.set(at, await answersOf(reader));
  }
  const moments = [...then.keys()].toSorted(() => random() - 0.5);
  for (const at of moments)
    expect(await answersOf(history.past(at + Math.floor(random() * 90_000)))).toEqual(then.get(at));

  /** Change some rows, and record it. */
  function change(at: number): void {
    const where = () => pick(['outbox', 'file', 'both'] as const);
    // A sync finds at most one of these changes of a row
    const touched = new Set<number>();
    for (let count = 0; count < 15; count += 1) {
      const [id, row] = pick([...rows]);
      if (touched.has(id)) continue;
      touched.add(id);
      const kind = random();
      if (kind < 0.15) {
        rows.delete(id);
        gone.set(id, row);
        made.entry({ id, kind: 'notReturned', at, fields: recordedRow(fields, row) }, where());
      } else if (kind < 0.3 && gone.size > 0) {
        const [back, was] = pick([...gone]);
        const now = { ...was, name: `Back ${back}` };
        if (touched.has(back)) continue;
        touched.add(back);
        gone.delete(back);
        rows.set(back, now);
        made.entry({ id: back, kind: 'back', at, fields: recordedRow(fields, now) }, where());
      } else if (kind < 0.45) {
        const news = 100 + Math.floor(random() * 10_000);
        if (rows.has(news) || gone.has(news)) continue;
        touched.add(news);
        const came = make(news);
        rows.set(news, came);
        made.entry(
          { id: news, kind: pick(['came', 'known'] as const), at, fields: recordedRow(fields, came) },
          where(),
        );
      } else {
        const now: Row = {
          ...row,
          ...pick([
            { is_admin: random() < 0.5 },
            { state: pick(['active', 'blocked']) },
            { name: `Ann ${count}` },
            { email: `x${count}@mail.example` },
          ]),
        };
        if (random() < 0.1) delete now['two_factor_enabled'];
        rows.set(id, now);
        record(id, [recordedRow(fields, row), recordedRow(fields, now)], at);
      }
    }
    function record(id: number, [before, after]: ReturnType<typeof recordedRow>[], at: number): void {
      if (before === undefined || after === undefined) return;
      const names = fields.filter((name) => name in before && name in after && !isSameValue(before[name], after[name]));
      const changed = Object.fromEntries(names.map((name) => [name, [before[name], after[name]]]));
      if (names.length > 0) made.entry({ id, kind: 'changed', at, fields: changed }, where());
      const unsent = Object.entries(before).filter(([name]) => !(name in after));
      if (unsent.length > 0) made.entry({ id, kind: 'unsent', at, fields: Object.fromEntries(unsent) }, where());
    }
  }
});
