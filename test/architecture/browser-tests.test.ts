import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A browser test costs 8 CPU seconds, over ten times as much as a component test. A higher limit needs a decision. */
const most = { tests: 90, steps: 150 };

test('the numbers of browser tests and of their steps are within the limits', () => {
  const sources = globSync('test/e2e/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const count = (pattern: RegExp): number =>
    sources.reduce((sum, source) => sum + [...source.matchAll(pattern)].length, 0);
  const found = { tests: count(/^\s*test\(/gm), steps: count(/\btest\.step\(/g) };
  expect(found.tests).toBeGreaterThan(0);
  expect(found.tests).toBeLessThanOrEqual(most.tests);
  expect(found.steps).toBeLessThanOrEqual(most.steps);
});

test('no browser test is declared in a loop, where it would be counted once', () => {
  const inLoop = globSync('test/e2e/**/*.spec.ts').filter((file) => {
    const source = readFileSync(file, 'utf8');
    return (
      /^\s*(for \(.*|.*\.forEach\(.*|.*\.map\(.*)\{?\n\s*test\(/m.test(source) || /test\.(each|for)\(/.test(source)
    );
  });
  expect(inLoop).toEqual([]);
});
