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

/** The instructions in a file of the parent process: the writes, and where this process ends. */
export interface WriteInstructions {
  folder: string;
  url: string;
  token: string;
  calls: Call[];
  /** The plan pauses after this number of rows, and `canary.json` gets the number of rows by their states. */
  canary: number | null;
  /** The point in the write at `position` where it kills itself, or prints `intent` and waits until the parent kills it. */
  kill: { position: number; point: 'before-intent' | 'after-intent' | 'after-send' | 'after-reply' } | null;
  /** The clock of this process: its speed since `epoch`, and how far it is ahead. */
  clock: { epoch: number; speed: number; aheadMs: number };
}

/**
 * Reeve as a process that ends at one exact point of a write. It creates a plan of all writes once and applies it. A plan of
 * an earlier process is continued at once. At the end it writes rows and journal to `report.json`.
 */
// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const orders = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WriteInstructions;
const { folder, url, token, calls, canary, kill } = orders;
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
// A job that was killed twice in a row waits for the user
for (const { id, asks } of (await client.jobs.list()).jobs) if (asks === 'crashed') await client.jobs.again({ id });
const { plans } = await client.changes.list();
if (plans.length === 0) {
  const plan = await client.changes.plan({ calls });
  await client.changes.apply({ planId: plan.id, stopOnError: false, canary });
}
for (;;) {
  const [plan] = (await client.changes.list()).plans;
  const open = await client.journal.list({ query: { state: 'intended' }, slice: { from: 0, count: 1 } });
  if (plan?.state === 'draft') await client.changes.apply({ planId: plan.id, stopOnError: false, canary });
  const isCanary = plan?.state === 'paused' && plan.pausedWhy === 'canary';
  if (isCanary) writeFileSync(join(folder, 'canary.json'), JSON.stringify(plan.counts));
  const isInterrupted = plan?.state === 'paused' && plan.pausedWhy === 'restart';
  if (isCanary || isInterrupted) await client.changes.resume({ planId: plan.id }).catch(unlessItEnded);
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

/** Ignore the failure if the plan has ended, because a plan without unsent rows ends on its own. */
function unlessItEnded(thrown: unknown): void {
  if (Failure.from(thrown).code !== 'conflict') throw thrown;
}

function clockOf({ epoch, speed, aheadMs }: WriteInstructions['clock']): Clock {
  return {
    now: () => Math.round(epoch + (Date.now() - epoch) * speed + aheadMs),
    monotonic: () => performance.now() * speed,
    sleep: (ms, signal) => systemClock.sleep(Math.max(0, ms) / speed, signal),
  };
}

/**
 * End at a point that is defined by the database: before the row of the intent is written, after it was committed, or
 * after the reply, before the outcome is written.
 */
function endAt({ position, point }: NonNullable<WriteInstructions['kill']>): void {
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

/** Report to the parent that the request is sent now, and continue when it is ready to observe its arrival. */
function waitForTheEnd(): void {
  writeSync(1, 'intent\n');
  // Poll, because the pipe does not block, and nothing else may run meanwhile
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
