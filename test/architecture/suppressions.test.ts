import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

const suppression = /(\/\/|\/\*|<!--)\s*(eslint-disable|svelte-ignore)/;
const comment = /^\s*(\/\/|\/\*|\*|<!--)/;

const found = sourceFiles(process.cwd()).flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (!suppression.test(line)) return [];
    // Several suppressions can share the reason above them.
    const above = lines.slice(0, at).findLast((other) => !suppression.test(other)) ?? '';
    return [{ where: `${file}:${at + 1}`, line, hasReason: line.includes(' -- ') || comment.test(above) }];
  });
});

test('each suppressed warning has a reason on its line or above it', () => {
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ hasReason }) => !hasReason).map(({ where }) => where)).toEqual([]);
});

test('a component takes the initial value of a prop with `initially`, not by suppressing the warning', () => {
  expect(found.filter(({ line }) => line.includes('state_referenced_locally')).map(({ where }) => where)).toEqual([]);
});
