import { expect, test } from 'vitest';
import { newestVersion } from '#main/state/open/migrate.ts';
import { plans, type StoredPlan, type StoredRow } from '#main/state/plans.ts';
import { rememberUntilWrite } from '#main/state/remember-until-write.ts';
import { databaseAt } from './migrations/database-at.ts';

const plan = { id: 'p', profileId: 'a', state: 'applying', createdAt: 1, canary: null } as StoredPlan;
const row = (position: number, body: Record<string, unknown> = {}): StoredRow => ({
  ...{ position, op: 'runners.edit', label: 'Runner', method: 'PUT', path: `/runners/${position}`, changes: [] },
  ...{ undo: { kind: 'exact' }, state: 'planned', status: null, reportedMessage: null, failure: null, reveal: null },
  ...{ journalId: null, waitsUntil: null, before: null, readAt: null, acceptsDrift: false, undoOfEntry: null },
  write: { op: 'runners.edit', path: { id: position }, body },
});

test('a value is read again only after something was written', () => {
  const db = databaseAt(newestVersion);
  const count = db.prepare<[], number>('SELECT count(*) FROM preferences').pluck();
  const reads: string[] = [];
  const remember = rememberUntilWrite(db);
  const read = (key: string) =>
    remember(key, () => {
      reads.push(key);
      return count.get();
    });
  const add = (name: string) => db.prepare(`INSERT INTO preferences VALUES (?, '1')`).run(name);
  expect([read('a'), read('a'), read('b'), read('b')]).toEqual([0, 0, 0, 0]);
  expect(reads).toEqual(['a', 'b']);
  add('one');
  expect([read('b'), read('b')]).toEqual([1, 1]);
  expect(reads).toEqual(['a', 'b', 'b']);
});

test('what a transaction wrote is read inside it, and is not remembered after it was rolled back', () => {
  const table = plans(databaseAt(newestVersion));
  table.add(plan, [row(0), row(1)]);
  expect(table.stored('p')?.canary).toBeNull();
  expect(table.first('p', 'planned')?.position).toBe(0);
  expect(() =>
    table.transaction(() => {
      table.put({ ...plan, canary: 3 });
      table.putRow('p', { ...row(0), state: 'sending' });
      expect(table.stored('p')?.canary).toBe(3);
      expect(table.first('p', 'planned')?.position).toBe(1);
      throw new Error('the disk is full');
    }),
  ).toThrow('the disk is full');
  expect(table.stored('p')?.canary).toBeNull();
  expect(table.first('p', 'planned')?.position).toBe(0);
  table.putRow('p', { ...row(0), state: 'applied' });
  expect(table.first('p', 'planned')?.position).toBe(1);
  expect(table.first('p', 'applied')?.position).toBe(0);
  table.remove('p');
  expect(table.stored('p')).toBeNull();
  expect(table.first('p', 'planned')).toBeNull();
});

test('rows are found by a text in their JSON, also together with their states', () => {
  const table = plans(databaseAt(newestVersion));
  const ref = { token: { secretRef: 'r1' } };
  table.add(plan, [row(0), row(1, ref), { ...row(2, ref), state: 'applied' }]);
  const positions = (query: Parameters<typeof table.rows>[1]) => table.rows('p', query).map(({ position }) => position);
  expect(positions({ text: 'secretRef' })).toEqual([1, 2]);
  expect(positions({ text: 'secretRef', states: ['planned'] })).toEqual([1]);
  expect(positions({ states: ['planned'] })).toEqual([0, 1]);
  expect(positions({})).toEqual([0, 1, 2]);
});
