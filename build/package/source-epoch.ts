import process from 'node:process';
import { run } from './tools.ts';

/**
 * The time that all files of a package get, in seconds since 1970: SOURCE_DATE_EPOCH, otherwise the time of the commit.
 * Fails: if neither is known.
 */
export async function sourceEpoch(): Promise<number> {
  const text = process.env['SOURCE_DATE_EPOCH'] ?? (await timeOfCommit());
  const epoch = Number(text.trim() === '' ? Number.NaN : text);
  if (!Number.isSafeInteger(epoch)) throw new Error(`SOURCE_DATE_EPOCH is not a number of seconds: ${text}`);
  return epoch;
}

async function timeOfCommit(): Promise<string> {
  return run('git', ['log', '-1', '--format=%ct']).catch((cause: unknown) => {
    const reason = 'Git reports no commit of this folder, so the time of the files in the package is unknown.';
    throw new Error(`${reason} Set SOURCE_DATE_EPOCH to a number of seconds since 1970.`, { cause });
  });
}
