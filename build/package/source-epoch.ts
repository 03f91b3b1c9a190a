import process from 'node:process';
import { run } from './tools.ts';

/**
 * The time that all files of a package get, in seconds since 1970: SOURCE_DATE_EPOCH, otherwise the time of the commit.
 * Fails: if neither is known.
 */
export async function sourceEpoch(): Promise<number> {
  const text = process.env['SOURCE_DATE_EPOCH'] ?? (await run('git', ['log', '-1', '--format=%ct']));
  const epoch = Number(text.trim() === '' ? Number.NaN : text);
  if (!Number.isSafeInteger(epoch)) throw new Error(`SOURCE_DATE_EPOCH is not a number of seconds: ${text}`);
  return epoch;
}
