import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#main/ports.ts';
import { operations } from '#main/changes/operations/index.ts';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { Call, Plan, PlanRow } from '#shared/contract/changes.ts';
import type { ExportRow, FileStorage } from '#shared/contract/dependency-exports.ts';
import type { FoundImport, ImportEntry } from '#shared/contract/imports.ts';
import type { Notice } from '#shared/contract/notices.ts';
import { Failure } from '#shared/errors.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach } from '../helpers/window.ts';

/** The instructions in a file of the parent process. */
export interface WatchInstructions {
  folder: string;
  url: string;
  token: string;
  /** The plans that were requested until now, oldest first. */
  plans: readonly (readonly Call[])[];
  /** The clock of this process: its speed since `epoch`, and how far it is ahead. */
  clock: { epoch: number; speed: number; aheadMs: number };
  /**
   * `run`: until the parent kills it. `sent`: until each request has an outcome. `end`: until everything has ended.
   * `request-again`: like `end`, but first requests with an unknown outcome are sent again.
   */
  until: 'run' | 'sent' | 'end' | 'request-again';
  /** Control experiment: a request whose reply was lost counts as not sent. */
  takesLostAsNotSent: boolean;
}

/** What the windows show at the end. */
export interface WatchedEnds {
  exports: ExportRow[];
  /** SHA-256 of the kept files, by the ID of the export. */
  files: Record<number, string>;
  imports: ImportEntry[];
  found: FoundImport[];
  rows: PlanRow[];
  plans: Plan[];
  notices: Notice[];
  storage: FileStorage;
  /** Journal entries without an outcome. */
  intended: number;
}

const slice = { from: 0, count: 200 };

/** Reeve as a process that requests exports and imports and watches them. It can be killed at any time. */
// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const instructions = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WatchInstructions;
const { folder, url, token } = instructions;
if (instructions.takesLostAsNotSent) {
  for (const op of ['dependency-exports.createForProject', 'imports.fromCodehostA'] as const) {
    Object.assign(operations[op] ?? {}, { probe: () => Promise.resolve('not-applied') });
  }
}
const core = await createCore({
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: clockOf(instructions.clock),
});
const client = attach(core);
if ((await client.profiles.list()).profiles.length === 0) {
  await client.profiles.add({ name: 'Watched', colour: 'iris', url, token });
}
// A job that was killed twice in a row waits for the user
const { jobs } = await client.jobs.list();
const crashed = jobs.filter(({ asks }) => asks === 'crashed');
for (const { id } of crashed) await client.jobs.again({ id });
const known = (await client.changes.list()).plans.length;
for (const calls of instructions.plans.slice(known)) {
  await client.changes.plan({ calls: [...calls], keepSecrets: true });
}
if (instructions.until === 'request-again') await requestAgain();
for (;;) {
  const { plans } = await client.changes.list();
  for (const { id: planId, state, pausedWhy } of plans) {
    if (state === 'draft') await client.changes.apply({ planId, stopOnError: false });
    else if (state === 'paused' && pausedWhy === 'restart')
      await client.changes.resume({ planId }).catch(unlessItEnded);
    else if (state === 'paused') throw new Error(`paused: ${pausedWhy}`);
  }
  if (instructions.until !== 'run' && (await isOver(plans))) break;
  await systemClock.sleep(20);
}
writeFileSync(join(folder, 'ends.json'), JSON.stringify(await ends()));
await core.close();
process.exit(0);

/** Ignore the failure if the plan has ended, because a plan without unsent rows ends on its own. */
function unlessItEnded(thrown: unknown): void {
  if (Failure.from(thrown).code !== 'conflict') throw thrown;
}

async function intended(): Promise<number> {
  return (await client.journal.list({ query: { state: 'intended' }, slice })).total;
}

async function isOver(plans: readonly Plan[]): Promise<boolean> {
  if ((await intended()) > 0) return false;
  if (plans.some(({ state }) => state !== 'done')) return false;
  if (instructions.until === 'sent') return true;
  const { rows } = await client.dependencyExports.list({ query: {}, slice });
  const { entries, found } = await client.imports.history();
  const isUnderWay = rows.some(({ state }) => ['requested', 'generating', 'stalled', 'ready'].includes(state));
  return !isUnderWay && [...entries, ...found].every(({ watch }) => watch !== 'under-way');
}

/** What the buttons "Request again" of exports and imports do. */
async function requestAgain(): Promise<void> {
  const { rows } = await client.dependencyExports.list({ query: {}, slice });
  const ids = rows.filter(({ state }) => state === 'unknown').map(({ id }) => id);
  const { targets } = await client.dependencyExports.targets({ ids });
  const calls = targets.map(({ ref, place, exportType }) => ({
    op: 'dependency-exports.createForProject',
    path: { id: ref },
    body: { export_type: exportType },
    label: place,
  }));
  if (calls.length > 0) await client.changes.plan({ calls });
  for (const { id, state, planId: first } of (await client.imports.history()).entries) {
    if (state !== 'unknown') continue;
    const { id: planId } = await client.changes.again({ planId: first, states: ['unknown'], journalIds: [id] });
    await client.changes.giveSecret({ planId, field: 'personal_access_token', value: 'token' });
  }
}

async function ends(): Promise<WatchedEnds> {
  const exports = (await client.dependencyExports.list({ query: {}, slice })).rows;
  const { entries, found } = await client.imports.history();
  const { plans } = await client.changes.list();
  const rows: PlanRow[] = [];
  for (const { id: planId } of plans) rows.push(...(await client.changes.rows({ planId, slice })).rows);
  const files: WatchedEnds['files'] = {};
  for (const { id, state } of exports) {
    if (state !== 'kept') continue;
    const { path } = await client.dependencyExports.saveFile({ id });
    files[id] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  const { notices } = await client.notices.list({});
  const storage = await client.dependencyExports.storage();
  return { exports, files, imports: entries, found, rows, plans, notices, storage, intended: await intended() };
}

function clockOf({ epoch, speed, aheadMs }: WatchInstructions['clock']): Clock {
  return {
    now: () => Math.round(epoch + (Date.now() - epoch) * speed + aheadMs),
    monotonic: () => performance.now() * speed,
    sleep: (ms, signal) => systemClock.sleep(Math.max(0, ms) / speed, signal),
  };
}
