import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { Job } from '#shared/contract/job.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach } from '../helpers/window.ts';

/**
 * Reeve as a process that can be killed while a job runs. It opens `folder` and starts nothing on its own. It prints its
 * jobs as one line of JSON after each change of a state. Commands on standard input: `begin` connects it to `url` and
 * starts a sync of runners, `end` closes it.
 */
setInterval(() => undefined, 60_000);
const [folder = '', url = '', token = ''] = process.argv.slice(2);
const ports = {
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: systemClock,
};
const core = await createCore(ports);
const client = attach(core);
let written = '';

function write(jobs: readonly Job[]): void {
  const states = jobs.map(({ state, asks, rows }) => ({ state, asks, rows: state === 'done' ? rows : 0 }));
  const line = `${JSON.stringify(states)}\n`;
  if (line !== written) process.stdout.write(line);
  written = line;
}
client.jobs.changed(() => void client.jobs.list().then(({ jobs }) => write(jobs)));
write((await client.jobs.list()).jobs);

for await (const order of createInterface(process.stdin)) {
  if (order === 'begin') {
    await client.profiles.add({ name: 'Killed', colour: 'iris', url, token });
    await client.jobs.sync({ collection: 'runners' });
  }
  if (order === 'end') break;
}
await core.close();
process.exit(0);
