import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { megabytes } from '#shared/time.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { createRandom } from '../platform/random.ts';
import type { PinInstructions, PinResult } from './pin-process.ts';

const pinProcess = join(import.meta.dirname, 'pin-process.ts');

export interface PinKillReport {
  kills: number;
  /** What is stored after the kills, and what a process stored that was never killed. */
  killed: PinResult;
  whole: PinResult;
  /** How many lists below rows, and downloads of artifacts of a job, were requested more than once. */
  repeated: number;
}

/**
 * Fill a pin in processes that are killed after a random number of requests and, in the second half, during the download of
 * an artifact, for example one of 12 MB. The last process may finish. Another process fills the same pin without being killed.
 */
export async function killPins({ kills, seed }: { kills: number; seed: number }): Promise<PinKillReport> {
  const platform = await createPlatform({ users: 20 });
  const instructions = instructionsOf(platform);
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'reeve-pin-kill-')));
  const [first = '', second = ''] = folders;
  const random = createRandom(seed, 'pins');
  try {
    let done = 0;
    for (let at = 0; at < kills; at += 1) {
      const isDownload = at >= kills / 2;
      const limit = platform.requests.count() + 1 + random.integer(0, 8);
      const downloads = artifactsAsked(platform).length;
      const isDue = isDownload
        ? () => artifactsAsked(platform).length > downloads
        : () => platform.requests.count() >= limit;
      done += await fillUntil(start(first, instructions), isDue);
    }
    const killed = await fillToTheEnd(start(first, instructions));
    const asked = [...notesAsked(platform), ...artifactsAsked(platform)];
    const repeated = asked.length - new Set(asked).size;
    const whole = await fillToTheEnd(start(second, instructions));
    return { kills: done, killed, whole, repeated };
  } finally {
    await platform.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

/** A project with a job whose artifacts have a large file. */
function instructionsOf({ world, url, tokens }: Platform): Omit<PinInstructions, 'folder'> {
  const [job] = world.jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const pipeline = world.pipelines.get(job?.pipeline_id ?? 0);
  if (job === undefined || job.artifacts === null || pipeline === undefined) throw new Error('no job with artifacts');
  const large = { content: Buffer.alloc(megabytes(12), 'large'), mode: '100644' };
  Object.assign(job.artifacts, { files: new Map([...job.artifacts.files, ['large.bin', large]]) });
  const scope = `project:${pipeline.project_id}`;
  const ofJob = { by: 'job', scope: `${scope}/job:${job.id}` } as const;
  const chosen = ['large.bin', 'build.json', null].map((path) => ({ ...ofJob, path }));
  return { url, token: tokens.admin, scope, chosen, paths: ['README.md'] };
}

function start(folder: string, instructions: Omit<PinInstructions, 'folder'>) {
  const file = join(folder, 'instructions.json');
  writeFileSync(file, JSON.stringify({ ...instructions, folder }));
  return spawn(process.execPath, [pinProcess, file], { stdio: ['ignore', 'pipe', 'inherit'] });
}
type Child = ReturnType<typeof start>;

/** Returns 1 if the process was killed, 0 if it ended before. */
async function fillUntil(child: Child, isDue: () => boolean): Promise<number> {
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const watch = setInterval(() => {
    if (isDue()) child.kill('SIGKILL');
  }, 1);
  const [, signal] = await ended;
  clearInterval(watch);
  return signal === 'SIGKILL' ? 1 : 0;
}

async function fillToTheEnd(child: Child): Promise<PinResult> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [out, [code]] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(`the process ended with ${code}`);
  return JSON.parse(out) as PinResult;
}

const notesAsked = ({ requests }: Platform): string[] =>
  requests.list().flatMap(({ path }) => (/\/(issues|merge_requests)\/\d+\/notes/.test(path) ? [path] : []));
/** Downloads of artifacts, without trees. */
const artifactsAsked = ({ requests }: Platform): string[] =>
  requests.list().flatMap(({ path }) => (/\/jobs\/\d+\/artifacts(?!\/tree)/.test(path) ? [path] : []));
