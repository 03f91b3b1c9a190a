import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#main/ports.ts';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { Call } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach } from '../helpers/window.ts';

/** What the parent tells in a file: the writes, and where this process ends. */
export interface Orders {
  folder: string;
  url: string;
  token: string;
  calls: Call[];
  /** Where in the write at `position` it kills itself, or says `intent` and waits for the parent to do so. */
  kill: { position: number; point: 'before-intent' | 'after-intent' | 'after-send' | 'after-reply' } | null;
  /** The clock of this process: so many times as fast since `epoch`, and so much ahead. */
  clock: { epoch: number; speed: number; aheadMs: number };
}

/**
 * Reeve as a process that ends at one exact point of a write. It makes a plan of all writes once and works it off; what
 * an earlier process left is let go on at once. Writes rows and journal into `report.json` when all is done.
 */
// Nothing else holds a process whose only window is a port that lets it go.
setInterval(() => undefined, 60_000);
const orders = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Orders;
const { folder, url, token, calls, kill } = orders;
if (kill !== null) endAt(kill);

const ports = {
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: clockOf(orders.clock),
};
const core = await createCore(ports);
const client = attach(core);
if ((await client.profiles.list()).profiles.length === 0) {
  await client.profiles.add({ name: 'Written', colour: 'iris', url, token });
}
// A job that was killed twice in a row waits for a person
for (const { id, asks } of (await client.jobs.list()).jobs) if (asks === 'crashed') await client.jobs.again({ id });
const { plans } = await client.changes.list();
if (plans.length === 0) {
  const plan = await client.changes.plan({ calls });
  await client.changes.apply({ planId: plan.id, stopOnError: false });
}
for (;;) {
  const [plan] = (await client.changes.list()).plans;
  const open = await client.journal.list({ query: { state: 'intended' }, slice: { from: 0, count: 1 } });
  if (plan?.state === 'draft') await client.changes.apply({ planId: plan.id, stopOnError: false });
  const isInterrupted = plan?.state === 'paused' && plan.pausedWhy === 'restart';
  if (isInterrupted) await client.changes.resume({ planId: plan.id }).catch(unlessItEnded);
  else if (plan?.state === 'paused') throw new Error(`paused: ${plan.pausedWhy}`);
  if (plan?.state === 'done' && open.total === 0) break;
  await systemClock.sleep(20);
}
const [{ id: planId } = { id: '' }] = (await client.changes.list()).plans;
const rows = [];
const entries = [];
for (let from = 0; from < calls.length; from += 200) {
  rows.push(...(await client.changes.rows({ planId, slice: { from, count: 200 } })).rows);
}
for (let from = 0; ; from += 200) {
  const piece = await client.journal.list({ query: {}, slice: { from, count: 200 } });
  entries.push(...piece.rows);
  if (entries.length >= piece.total) break;
}
await core.close();
writeFileSync(join(folder, 'report.json'), JSON.stringify({ rows, entries }));
process.exit(0);

/** A plan that has nothing left to send ends by itself, perhaps just before it is resumed. */
function unlessItEnded(thrown: unknown): void {
  if (Failure.from(thrown).code !== 'conflict') throw thrown;
}

function clockOf({ epoch, speed, aheadMs }: Orders['clock']): Clock {
  return {
    now: () => Math.round(epoch + (Date.now() - epoch) * speed + aheadMs),
    monotonic: () => performance.now() * speed,
    sleep: (ms, signal) => systemClock.sleep(Math.max(0, ms) / speed, signal),
  };
}

/**
 * End at a point that only the database tells exactly: before the intent's row is written, after it was committed, and
 * before the outcome is written although the answer is there.
 */
function endAt({ position, point }: NonNullable<Orders['kill']>): void {
  const die = (): void => void process.kill(process.pid, 'SIGKILL');
  type Method = (this: unknown, ...given: unknown[]) => object;
  const database = Database.prototype as unknown as Record<'prepare' | 'transaction', Method>;
  const { prepare, transaction } = database;
  let intent: number | null = null;

  database.prepare = function (...given) {
    const statement = prepare.apply(this, given) as { run: (values: Given) => { lastInsertRowid: number | bigint } };
    const [sql] = given as [string];
    const isIntent = sql.startsWith('INSERT INTO journal ');
    if (!isIntent && !sql.startsWith('UPDATE journal SET state')) return statement;
    const run = statement.run.bind(statement);
    statement.run = (values) => {
      if (isIntent && values.position === position && point === 'before-intent') die();
      if (!isIntent && values.id === intent && point === 'after-reply') die();
      const result = run(values);
      if (isIntent && values.position === position) intent = Number(result.lastInsertRowid);
      return result;
    };
    return statement;
  };
  database.transaction = function (this: unknown, ...given) {
    const whole = transaction.apply(this, given) as (...args: unknown[]) => unknown;
    const seen = (...args: unknown[]): unknown => {
      const before = intent;
      const result = whole(...args);
      const isCommitted = before === null && intent !== null && !(this as Database.Database).inTransaction;
      if (isCommitted && point === 'after-intent') die();
      if (isCommitted && point === 'after-send') waitForTheEnd();
      return result;
    };
    return Object.assign(seen, { deferred: seen, immediate: seen, exclusive: seen });
  };
}

interface Given {
  position?: number;
  id?: number;
}

/** Tell the parent that the request leaves now, and go on when it is ready to see it arrive. */
function waitForTheEnd(): void {
  writeSync(1, 'intent\n');
  // The pipe does not block, and nothing else may happen meanwhile
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      if (readSync(0, Buffer.alloc(1)) > 0) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    Atomics.wait(pause, 0, 0, 1);
  }
}
