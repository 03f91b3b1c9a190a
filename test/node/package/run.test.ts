import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../../build/package/tools.ts';
import { sourceEpoch } from '../../../build/package/source-epoch.ts';
import { withFolder } from '../../../build/package/with-folder.ts';
import { copySources } from '../../../build/scripts/copy-project.ts';
import { endChildren } from '../../../build/scripts/child.ts';
import { write } from '../sbom/made-up-package.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Change the working directory until the end of the test. */
function workIn(folder: string): void {
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
}

test('the second build has another day, month and year', async () => {
  const clock = pathToFileURL('build/package/other-time.ts').href;
  const script = 'console.log(JSON.stringify([Date.now(), +new Date(), Date.parse(Date()), +new Date(7)]))';
  const times = JSON.parse(await run(process.execPath, ['--import', clock, '--eval', script])) as number[];
  const days = times.slice(0, 3).map((time) => Math.round((time - Date.now()) / 86_400_000));
  expect([...days, times[3]]).toEqual([400, 400, 400, 7]);
});

test('a program that runs when packaging is ended by a signal is ended, and its temporary folder deleted', async () => {
  let folder = '';
  const running = withFolder(join(emptyFolder(), 'work-'), async (path) => {
    folder = path;
    expect(existsSync(folder)).toBe(true);
    await run(process.execPath, ['--eval', 'setInterval(() => undefined, 1_000)']);
  });
  const failed = expect(running).rejects.toThrow('Command failed');
  await endChildren();
  await failed;
  expect(existsSync(folder)).toBe(false);
});

test.skipIf(process.platform === 'win32')('a program that is started after the signal is ended, too', () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { alsoEnd, endOnSignal } from ${JSON.stringify(pathToFileURL('build/scripts/child.ts').href)};
    endOnSignal();
    process.once('SIGTERM', () =>
      alsoEnd(spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1_000)'], { stdio: 'inherit' })));
    setInterval(() => undefined, 1_000);
    process.kill(process.pid, 'SIGTERM');`;
  // It returns when both have closed the pipe
  const { status, error } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { timeout: 20_000 });
  expect({ status, error }).toEqual({ status: 1, error: undefined });
});

test('sources without git are copied without what git ignores, and need a given time', async () => {
  const folder = emptyFolder();
  write(folder, { 'package.json': {}, 'src/a.ts': 'a', 'out/a.js': 'a', 'build/tools/node_modules/b/index.js': 'b' });
  workIn(folder);
  copySources('.cache/copy');
  const isCopied = (file: string) => existsSync(join(folder, '.cache/copy', file));
  expect(['package.json', 'src/a.ts', 'out', 'build/tools/node_modules'].map(isCopied)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  vi.stubEnv('SOURCE_DATE_EPOCH', undefined);
  vi.stubEnv('GIT_CEILING_DIRECTORIES', tmpdir());
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(sourceEpoch()).rejects.toThrow('Set SOURCE_DATE_EPOCH to a number of seconds');
});
