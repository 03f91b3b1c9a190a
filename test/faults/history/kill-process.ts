import { join } from 'node:path';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { fakePorts, fakeSecrets } from '../../helpers/fake-ports.ts';
import { attach } from '../../helpers/window.ts';

/**
 * Reeve as a process that can be killed: it opens `folder`, connects it to `url` once, and syncs its users `syncs` times, with
 * pauses in between. For each sync, it prints when it began and ended as one line of JSON.
 */
// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const [folder = '', url = '', token = '', syncs = '1'] = process.argv.slice(2);
const ports = {
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: systemClock,
};
const core = await createCore(ports, { isAutomatic: false });
const client = attach(core);
const { profiles } = await client.profiles.list();
if (profiles.length === 0) await client.profiles.add({ name: 'Killed', colour: 'iris', url, token });
for (let left = Number(syncs); left > 0; left -= 1) {
  const startedAt = Date.now();
  const { id } = await client.jobs.sync({ collection: 'users' });
  for (;;) {
    const job = (await client.jobs.list()).jobs.find((one) => one.id === id);
    if (job === undefined || job.state === 'done') break;
    if (job.state === 'failed' || job.state === 'needs-person') throw new Error(JSON.stringify(job));
    await systemClock.sleep(5);
  }
  process.stdout.write(`${JSON.stringify({ startedAt, endedAt: Date.now() })}\n`);
  // With and without the pause in which what waits is copied to the history
  await systemClock.sleep(left % 2 === 0 ? 0 : 450);
}
await core.close();
process.exit(0);
