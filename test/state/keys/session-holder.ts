import { startSession } from '#main/state/keys/session.ts';

/** Run by a test: starts a session, prints its folder, and runs until it is killed. */
const [temporary = ''] = process.argv.slice(2);
process.stdout.write(`${startSession(temporary, 0).folder}\n`);
setInterval(() => undefined, 60_000);
