import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';

/** What `.ci/run` prints at last, and how it ends, with commands that print and end like this. Windows has no bash. */
function ended(tests: string, packages: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, '.ci'));
  copyFileSync('.ci/run', join(folder, '.ci', 'run'));
  const npm = `#!/bin/bash\ncase "$*" in\nci) ;;\ntest) ${tests} ;;\n*) ${packages} ;;\nesac\n`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const { stdout, status } = spawnSync('bash', [join(folder, '.ci', 'run')], { env, encoding: 'utf8' });
  return `${stdout.trim().split('\n').at(-1)} (${status})`;
}

test.skipIf(process.platform === 'win32').each([
  ['echo 12 passed, 0 failed, 3 skipped', 'echo 10 passed, 0 failed, 1 skipped', '22 passed, 0 failed, 4 skipped (0)'],
  ['echo 12 passed, 2 failed; exit 1', 'echo 10 passed, 0 failed', '22 passed, 2 failed (1)'],
  ['echo 12 passed, 0 failed; echo a crash; exit 1', 'echo 10 passed, 0 failed', '22 passed, 1 failed (1)'],
  ['echo 3 passed, 0 failed; echo 12 passed, 0 failed', 'exit 1', '12 passed, 1 failed (1)'],
  ['exit 1', 'exit 1', '0 passed, 2 failed (1)'],
])('tests: %s; packages: %s; last line: %s', (tests, packages, wanted) => {
  expect(ended(tests, packages)).toBe(wanted);
});
