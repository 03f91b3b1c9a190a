import { lockFolder } from '#main/state/files/lock.ts';

/** Run by a test: locks a folder, prints a line, and runs until it is killed. */
const [folder = '', now = ''] = process.argv.slice(2);
lockFolder({ folder, host: 'electron', now: Number(now) });
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
