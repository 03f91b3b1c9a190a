import { spawnSync } from 'node:child_process';

/** Content of `out/build-info.json`. Null: unknown, because the folder is not a checkout of Git. */
export interface BuildInfo {
  /** Twelve digits of its hash, followed by `with changes` if files differ from it. */
  commit: string | null;
  /** `SOURCE_DATE_EPOCH`, otherwise the time of the commit; epoch milliseconds. */
  at: number | null;
}

export function buildInfo(root: string, epoch: number | undefined): BuildInfo {
  const commit = git(root, ['describe', '--always', '--abbrev=12', '--exclude=*', '--dirty= with changes']);
  const seconds = epoch ?? git(root, ['log', '-1', '--format=%ct']);
  return { commit, at: seconds === null ? null : Number(seconds) * 1_000 };
}

function git(cwd: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
