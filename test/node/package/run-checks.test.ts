import { expect, test } from 'vitest';
import type { Packed } from '../../../build/package/checks/check.ts';
import { lastLine, runChecks } from '../../../build/package/run-checks.ts';

const build = { project: '', unpacked: '', deb: undefined };
const report = { version: '', sync: '', users: 0, wanted: 0 };
const packed: Packed = { first: build, second: Promise.resolve(build), host: Promise.resolve(report) };

test('a check that throws has failed, and a skipped check is listed with its reason', async () => {
  const lines: string[] = [];
  const checks = [
    { name: 'one', run: async () => [] },
    { name: 'two', run: async () => ['a problem'] },
    { name: 'three', run: () => Promise.reject(new Error('an error')) },
    { name: 'four', run: async () => ({ skipped: 'no tool' }) },
  ];
  const counts = await runChecks(checks, packed, (line) => lines.push(line.trim()));
  expect(lines).toEqual([
    'passed   one',
    'failed   two',
    'a problem',
    'failed   three',
    'an error',
    'skipped  four: no tool',
  ]);
  expect(lastLine(counts)).toBe('1 passed, 2 failed, 1 skipped');
});
