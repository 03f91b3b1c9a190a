import { spawn } from 'node:child_process';

export interface GitOptions {
  input?: string | Buffer;
}

/** Runs git in one bare repository. Fails with `GitError` when git does. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<Buffer>;

/** What git said when it refused. */
export class GitError extends Error {
  readonly stderr: string;

  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args.join(' ')} ended with ${code}: ${stderr}`);
    this.stderr = stderr;
  }
}

/** Git knows nothing of whoever runs the simulator, takes paths as they are and speaks English. */
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
  return (args, { input } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', args, { env, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
      const out: Buffer[] = [];
      const errors: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
      // Git may end before it has read everything; its exit code tells what went wrong.
      child.stdin.on('error', () => undefined);
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(Buffer.concat(out));
        else reject(new GitError(args, code, Buffer.concat(errors).toString('utf8').trim()));
      });
      child.stdin.end(input);
    });
}

/** Keeps what git answered until something is written, for git takes longer to start than to answer. */
export function remembering(git: Git): { git: Git; forget: () => void } {
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
