import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Platform } from '../platform/platform.ts';

/** The folder in which each process of a test run records the endpoints with a successful reply. */
export const seenFolder = join('.cache', 'seen');

/** Record the successful requests to a simulator. Call it before the simulator is closed. */
export function noteSeen({ requests }: Platform): void {
  const answered = requests.list().filter(({ status }) => status !== null && status < 400);
  const lines = new Set(answered.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [`${endpoint}\n`])));
  mkdirSync(seenFolder, { recursive: true });
  appendFileSync(join(seenFolder, `${process.pid}.txt`), [...lines].join(''));
}
