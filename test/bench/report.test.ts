import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDocuments } from './documents.ts';
import { parseOptions } from './options.ts';
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

test('the documents get the whole table and the figures of the README, and nothing else in them changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-documents-'));
  mkdirSync(join(folder, 'docs'));
  const files = ['README.md', 'docs/SPEED.md'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, '# A\n\n<!-- benchmark -->\n\nold\n\n<!-- end of benchmark -->\n\nB\n');
  const rounds = [{ firstSync: { ours: 4, against: 5 }, frameP95: { ours: 16.7 } }];
  writeDocuments('A machine.', resultsOf(rounds, ['firstSync', 'frameP95']), folder);
  const [readme, speed] = files.map((file) => readFileSync(file, 'utf8'));
  const row = '| First sync, encrypted and searchable, 0 ms away | 4.00 s | 5.00 s, peer | 0.80';
  expect(readme).toBe(
    `# A\n\n<!-- benchmark -->\n\n| figure | Reeve | against | ratio |\n| --- | --- | --- | --- |\n${row} |\n\nA machine. 1 of 2 goals were missed.\n\n<!-- end of benchmark -->\n\nB\n`,
  );
  expect(speed).toContain('<!-- benchmark -->\n\nA machine. 1 of 2 goals were missed.\n\n| figure');
  expect(speed).toContain(`${row} | ≤ 0.45 | missed |\n| Frame while reading all users, p95 | 16.7 ms |`);
  rmSync(folder, { recursive: true });
});

test('no document is written if one of them has no place for the results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-documents-'));
  mkdirSync(join(folder, 'docs'));
  const speed = join(folder, 'docs/SPEED.md');
  writeFileSync(speed, '<!-- benchmark -->\n\nold\n\n<!-- end of benchmark -->\n');
  writeFileSync(join(folder, 'README.md'), '# A\n');
  expect(() => writeDocuments('A machine.', [], folder)).toThrow('README.md has no place');
  expect(readFileSync(speed, 'utf8')).toContain('old');
  rmSync(folder, { recursive: true });
});

test('options select groups; 1,000,000 users are measured only if they are asked for', () => {
  expect(parseOptions([])).toMatchObject({ users: 100_000, rounds: 3, writesDocuments: false });
  expect(parseOptions([]).groups).not.toContain('million');
  expect(parseOptions(['--million']).groups).toContain('million');
  expect(parseOptions(['--only', 'plan,sync']).groups).toEqual(['sync', 'plan']);
  expect(parseOptions(['--only', 'million']).groups).toEqual(['million']);
  expect(() => parseOptions(['--only', 'speed'])).toThrow('--only takes');
  expect(() => parseOptions(['--rounds', '0'])).toThrow('--rounds');
  expect(() => parseOptions(['--write-documents', '--only', 'sync'])).toThrow('--write-documents');
});
