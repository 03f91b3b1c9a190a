import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach } from '../helpers/window.ts';

/** The instructions in a file of the parent process. */
export interface PinInstructions {
  folder: string;
  url: string;
  token: string;
  /** The scope of the pinned project, its chosen artifacts and its known paths. */
  scope: string;
  chosen: ArtifactSource[];
  paths: string[];
}
/** What a finished pin has stored. `files`: stored contents, each counted once. `chosenBytes`: sorted. */
export interface PinResult {
  state: string;
  problems: string[];
  depths: { items: number; stored: number; refused: number }[];
  files: number;
  fileBytes: number;
  chosenBytes: number[];
  notes: number;
}

/**
 * Reeve as a process that can be killed: it opens `folder`, pins a project once, waits until the pin is filled, and prints
 * what it has stored as one line of JSON.
 */
// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const { folder, url, token, scope, chosen, paths } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as PinInstructions;
const core = await createCore({
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: systemClock,
});
const client = attach(core);

if ((await client.profiles.list()).profiles.length === 0) {
  await client.profiles.add({ name: 'Pinned', colour: 'iris', url, token });
}
if ((await client.pins.list()).pins.length === 0) {
  for (const source of chosen) await client.artifactFiles.choose({ source, isChosen: true });
  for (const path of paths) await client.repositoryFiles.addPath({ scope, path });
  await client.pins.pin({ target: { kind: 'place', scope }, depths: ['facts', 'text', 'files'] });
}
for (;;) {
  const { jobs } = await client.jobs.list();
  for (const { id, asks } of jobs) if (asks === 'crashed') await client.jobs.again({ id });
  const [pin] = (await client.pins.list()).pins;
  if (pin === undefined || ['estimating', 'filling'].includes(pin.state)) {
    await systemClock.sleep(20);
    continue;
  }
  const { files, usedBytes } = await client.dependencyExports.storage();
  const { artifacts } = await client.artifactFiles.chosen({ scope });
  const { total } = await client.notes.list({ query: { scope: null }, slice: { from: 0, count: 1 } });
  const result: PinResult = {
    state: pin.state,
    problems: pin.named.map(({ label, problem }) => `${label}: ${problem}`),
    depths: pin.depths.map(({ items, stored, refused }) => ({ items, stored, refused })),
    ...{
      files,
      fileBytes: usedBytes,
      chosenBytes: artifacts.map(({ sizeBytes }) => sizeBytes ?? 0).toSorted((a, b) => a - b),
      notes: total,
    },
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  await core.close();
  process.exit(0);
}
