import { readFileSync } from 'node:fs';
import { notices } from '#main/state/notices.ts';
import { openState } from '#main/state/open/state-file.ts';

/** Run by a test: opens the state file with the key on standard input, commits a row, and kills itself. */
const [folder = ''] = process.argv.slice(2);
const { db } = openState({ folder, key: readFileSync(0, 'utf8'), now: 0 });
notices(db).add({ at: 0, code: 'written-before-the-kill', detail: '' });
process.kill(process.pid, 'SIGKILL');
