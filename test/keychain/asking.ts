import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { FailureData } from '#shared/errors.ts';

export type Call = ['get', string] | ['set', string, string] | ['delete', string];
export type Answer = string | null | FailureData;

/** What a keychain answers to some calls, asked from a new process that has this environment besides ours. */
export function ask(
  env: Record<string, string>,
  calls: Call[],
  { giveUpAfterMs = 120_000, service = 'Reeve test' } = {},
): Promise<Answer[]> {
  const script = join(import.meta.dirname, 'ask-keychain.ts');
  const values = [script, JSON.stringify(calls), String(giveUpAfterMs), service];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, values, { env: { ...process.env, ...env } }, (_, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else resolve(JSON.parse(stdout) as Answer[]);
    });
  });
}
