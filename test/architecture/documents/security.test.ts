import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = process.cwd();
const security = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** The tests that a line names: [file](file) “title”. */
function proofsIn(line: string): { file: string; title: string }[] {
  return [...line.matchAll(/\[([^\]]+)\]\(\1\) “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));
}

/** Whether a file has a test with this title, which is the first argument of a call. */
function hasTest(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const at = text.indexOf(`${quote}${title}${quote}`);
    return at > 0 && text.slice(0, at).trimEnd().endsWith('(');
  });
}

/** The rows of the tables of promises. The first cell is the promise. */
function promises(): string[] {
  const [, after = ''] = security.split('\n## What Reeve promises\n');
  const [section = ''] = after.split('\n## ');
  return section.split('\n').filter((line) => /^\| (?!promise )/.test(line));
}

test('each promise of SECURITY.md names a test that exists', () => {
  const rows = promises();
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(proofsIn(row), row).not.toEqual([]);
  const missing = proofsIn(security).filter(({ file, title }) => {
    return !existsSync(join(root, file)) || !hasTest(readFileSync(join(root, file), 'utf8'), title);
  });
  expect(missing).toEqual([]);
});

test('a link to a test without its title is not a proof', () => {
  expect(promises().filter((row) => row.match(/\.(test|spec)\.ts\)/g)?.length !== proofsIn(row).length)).toEqual([]);
});

test('a test is found by its whole title only', () => {
  const text = "test('a token is kept', () => {});\ntest.skipIf(isWindows).each([1])(\n  'row %s', run);";
  expect(hasTest(text, 'a token is kept')).toBe(true);
  expect(hasTest(text, 'row %s')).toBe(true);
  expect(hasTest(text, 'a token')).toBe(false);
  expect(hasTest("// 'a token is kept'", 'a token is kept')).toBe(false);
});

test('there is one place for the address to which vulnerabilities are reported', () => {
  expect(security.match(/^SECURITY_CONTACT: /gm)).toHaveLength(1);
});
