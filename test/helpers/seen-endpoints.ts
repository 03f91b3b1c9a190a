import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Platform } from '../platform/platform.ts';

/** Where each process of a test run writes which endpoints answered it well. */
export const seenFolder = join('.cache', 'seen');

/** Write down what the client under test asked of a platform and got; call it before the platform goes. */
export function noteSeen({ requests }: Platform): void {
  const answered = requests.list().filter(({ status }) => status !== null && status < 400);
  const lines = new Set(answered.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [`${endpoint}\n`])));
  mkdirSync(seenFolder, { recursive: true });
  appendFileSync(join(seenFolder, `${process.pid}.txt`), [...lines].join(''));
}
