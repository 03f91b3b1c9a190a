import { fork, type ChildProcess } from 'node:child_process';
import type { GitEnd, GitRun } from './git-starter.ts';

export interface GitOptions {
  input?: string | Buffer;
}

/** Runs git in one bare repository. Fails: with `GitError` if git fails. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<Buffer>;

/** A failed run of git, with its message. */
export class GitError extends Error {
  readonly stderr: string;

  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args.join(' ')} ended with ${code}: ${stderr}`);
    this.stderr = stderr;
  }
}

/** Git ignores the configuration of the user, does not quote paths, and prints English messages. */
function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH, SYSTEMROOT, TMPDIR, TEMP } = process.env;
  const own = Object.entries({ PATH, SYSTEMROOT, TMPDIR, TEMP }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(own),
    HOME: folder,
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}

export function createGit(folder: string): Git {
  const env = environment(folder);
  return async (args, { input = '' } = {}) => {
    const { code, out, errorOutput } = await run({ args, folder, env, input: Buffer.from(input) });
    if (code !== 0) throw new GitError(args, code, errorOutput);
    return out;
  };
}

interface Starter {
  child: ChildProcess;
  /** The callers that wait for a run, by its id. */
  waiting: Map<number, { resolve: (end: GitEnd) => void; reject: (why: Error) => void }>;
}

let starter: Starter | undefined;
let runs = 0;

function run(order: Omit<GitRun, 'id'>): Promise<GitEnd> {
  const { child, waiting } = (starter ??= start());
  const id = (runs += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // The channel keeps this process alive only during a run.
    child.channel?.ref();
    child.send({ id, ...order } satisfies GitRun, (error) => {
      if (error === null) return;
      waiting.delete(id);
      reject(error);
    });
  });
}

function start(): Starter {
  const child = fork(new URL('git-starter.ts', import.meta.url), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting: Starter['waiting'] = new Map();
  child.unref();
  child.on('message', (end: GitEnd) => {
    waiting.get(end.id)?.resolve(end);
    waiting.delete(end.id);
    if (waiting.size === 0) child.channel?.unref();
  });
  child.on('exit', () => {
    starter = undefined;
    for (const { reject } of waiting.values()) reject(new Error('the process that starts git has ended'));
  });
  return { child, waiting };
}

/** Caches the results of git until the next write, because starting git takes longer than its work. */
export function withCache(git: Git): { git: Git; forget: () => void } {
  const answers = new Map<string, Promise<Buffer>>();
  return {
    git: (args, options) => {
      const key = JSON.stringify([args, String(options?.input ?? '')]);
      const answer = answers.get(key) ?? git(args, options);
      answers.set(key, answer);
      return answer;
    },
    forget: () => answers.clear(),
  };
}
