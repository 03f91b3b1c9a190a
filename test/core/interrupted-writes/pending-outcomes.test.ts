import Database from 'better-sqlite3';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pendingOutcomes } from '#main/changes/engine/pending-outcomes.ts';

function setUp() {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE stored (text TEXT NOT NULL)');
  const failures: unknown[] = [];
  let transactions = 0;
  const inTransaction = db.transaction((work: () => void) => work());
  const outcomes = pendingOutcomes(
    (work) => {
      transactions += 1;
      inTransaction(work);
    },
    (thrown) => failures.push(thrown),
  );
  const insert = (text: string | null) => () => void db.prepare('INSERT INTO stored VALUES (?)').run(text);
  const stored = () => db.prepare('SELECT text FROM stored').pluck().all();
  return { outcomes, insert, stored, failures, count: () => transactions };
}

test('an outcome and the next intent are stored in one transaction, the outcome first', () => {
  const { outcomes, insert, stored, count } = setUp();
  outcomes.add(insert('outcome'));
  expect(stored()).toEqual([]);
  outcomes.transaction(insert('intent'));
  expect(stored()).toEqual(['outcome', 'intent']);
  expect(count()).toBe(1);
});

test('without an intent the outcome is stored at the end of the turn', async () => {
  const { outcomes, insert, stored, count } = setUp();
  outcomes.add(insert('outcome'));
  await setImmediate();
  expect(stored()).toEqual(['outcome']);
  outcomes.flush();
  expect(count()).toBe(1);
});

test('an outcome stays pending until it is stored: neither a failed transaction nor a nested one loses it', async () => {
  const { outcomes, insert, stored, failures } = setUp();
  outcomes.add(insert('outcome'));
  expect(() => outcomes.transaction(insert(null))).toThrow('NOT NULL');
  expect(stored()).toEqual([]);
  expect(() =>
    outcomes.transaction(() => {
      outcomes.transaction(insert('nested'));
      insert(null)();
    }),
  ).toThrow('NOT NULL');
  expect(stored()).toEqual([]);
  await setImmediate();
  expect(stored()).toEqual(['outcome']);
  expect(failures).toEqual([]);
});

test('a failure at the end of the turn is reported, and the outcome is stored by the next flush', async () => {
  const { outcomes, insert, stored, failures } = setUp();
  let isFull = true;
  outcomes.add(() => {
    if (isFull) throw new Error('disk full');
    insert('outcome')();
  });
  await setImmediate();
  expect(failures).toHaveLength(1);
  isFull = false;
  outcomes.flush();
  expect(stored()).toEqual(['outcome']);
});
