import { spawn } from 'node:child_process';
import process from 'node:process';

/** One run of git. `input`: its standard input. */
export interface GitRun {
  id: number;
  args: readonly string[];
  folder: string;
  env: NodeJS.ProcessEnv;
  input: Buffer;
}

/** The result of a run. `code`: null if a signal ended git, or if git did not start. `errorOutput`: its standard error. */
export interface GitEnd {
  id: number;
  code: number | null;
  out: Buffer;
  errorOutput: string;
}

/**
 * A small process that starts git for its parent. Starting a process copies the memory map of the process that starts it,
 * which takes ten times as long for a test process of 1 GB.
 */
process.on('message', ({ id, args, folder, env, input }: GitRun) => {
  const child = spawn('git', args, { env, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // Git may end before it has read its input. Its exit code shows the error.
  child.stdin.on('error', () => undefined);
  // Git did not start. `close` is emitted after this, too.
  child.on('error', ({ message }) => errors.push(Buffer.from(message)));
  child.on('close', (code) => {
    const errorOutput = Buffer.concat(errors).toString('utf8').trim();
    process.send?.({ id, code, out: Buffer.concat(out), errorOutput } satisfies GitEnd);
  });
  child.stdin.end(input);
});
process.once('disconnect', () => process.exit(0));
