import { join } from 'node:path';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { toIso } from '#shared/time.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach } from '../helpers/window.ts';

/**
 * Reeve as a process that can be killed: it opens `folder`, connects it to `url` once, syncs its users
 * until a complete sync has ended, and prints the IDs that it shows as one line of JSON.
 */
// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const [folder = '', url = '', token = ''] = process.argv.slice(2);
const ports = {
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: systemClock,
};
const core = await createCore(ports);
const client = attach(core);

const { profiles } = await client.profiles.list();
if (profiles.length === 0) await client.profiles.add({ name: 'Crawled', colour: 'iris', url, token });
const startedAt = Date.now();
await client.jobs.sync({ collection: 'users' });
for (;;) {
  const { jobs } = await client.jobs.list();
  const failed = jobs.find(({ state }) => state === 'failed' || state === 'needs-person');
  if (failed !== undefined)
    throw new Error(`${failed.state} at ${toIso(Date.now())}: ${JSON.stringify(failed.failure)}`);
  if (jobs.every(({ state, finishedAt }) => state === 'done' && (finishedAt ?? 0) >= startedAt)) break;
  await systemClock.sleep(20);
}
const ids: number[] = [];
for (;;) {
  const more = await client.users.ids({
    query: { scope: '', sort: { by: 'id', direction: 'asc' } },
    from: ids.length,
    count: 5_000,
  });
  ids.push(...more.ids);
  if (more.ids.length < 5_000) break;
}
await core.close();
process.stdout.write(`${JSON.stringify({ ids })}\n`);
process.exit(0);
