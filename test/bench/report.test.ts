import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';
import { writeReadme } from './readme.ts';
import { resultsOf, tableOf } from './report.ts';
import { median, percentiles } from './statistics.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});

test('percentiles do not depend on the order of the values', () => {
  const values = Array.from({ length: 100 }, (_, at) => (at * 37) % 100);
  expect(percentiles(values)).toEqual({ p50: 50, p95: 95 });
});

test('a ratio is that of the medians, with the lowest and the highest of all rounds', () => {
  const rounds = [
    { firstSync: { ours: 4, against: 10 } },
    { firstSync: { ours: 5, against: 20 } },
    { firstSync: { ours: 9, against: 12 } },
  ];
  const [result] = resultsOf(rounds, ['firstSync']);
  expect(result).toMatchObject({ ours: 5, against: 12, ratio: 5 / 12, ratios: [0.25, 0.75], outcome: 'ok' });
});

test('a goal is met by a value that is equal to it, and missed by a larger one', () => {
  const outcomeOf = (ours: number) => resultsOf([{ frameP95: { ours } }], ['frameP95'])[0]?.outcome;
  expect(outcomeOf(20)).toBe('ok');
  expect(outcomeOf(20.1)).toBe('missed');
  expect(resultsOf([{ unchangedContent: { ours: 0 } }], ['unchangedContent'])[0]?.outcome).toBe('ok');
});

test('a figure without its baseline is not measured, and its row has no ratio', () => {
  const results = resultsOf([{ firstSync: { ours: 4, against: null } }], ['firstSync', 'plan']);
  expect(results.map(({ outcome }) => outcome)).toEqual(['not measured', 'not measured']);
  expect(tableOf(results).split('\n')[2]).toBe(
    '| First sync, encrypted and searchable, 0 ms away | 4.00 s | peer |  | ≤ 0.45 | not measured |',
  );
});

test('a figure that one round could not measure is not measured', () => {
  const rounds = [{ unchangedContent: { ours: 0 } }, { unchangedContent: { ours: null } }];
  expect(resultsOf(rounds, ['unchangedContent'])[0]?.outcome).toBe('not measured');
});

test('the results replace those in the README, and nothing else changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-readme-'));
  const file = join(folder, 'README.md');
  writeFileSync(file, '# A\n\n<!-- benchmark -->\n\nold\n\n<!-- end of benchmark -->\n\nB\n');
  writeReadme({ conditions: 'A machine.', table: '| a | b |\n| --- | --- |\n| 1 | 2 |' }, file);
  expect(readFileSync(file, 'utf8')).toBe(
    '# A\n\n<!-- benchmark -->\n\nA machine.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n<!-- end of benchmark -->\n\nB\n',
  );
  rmSync(folder, { recursive: true });
});

test('options select groups; 1,000,000 users are measured only if they are asked for', () => {
  expect(parseOptions([])).toMatchObject({ users: 100_000, rounds: 3, writeReadme: false });
  expect(parseOptions([]).groups).not.toContain('million');
  expect(parseOptions(['--million']).groups).toContain('million');
  expect(parseOptions(['--only', 'plan,sync']).groups).toEqual(['sync', 'plan']);
  expect(parseOptions(['--only', 'million']).groups).toEqual(['million']);
  expect(() => parseOptions(['--only', 'speed'])).toThrow('--only takes');
  expect(() => parseOptions(['--rounds', '0'])).toThrow('--rounds');
  expect(() => parseOptions(['--write-readme', '--only', 'sync'])).toThrow('--write-readme');
});
