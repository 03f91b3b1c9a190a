import { expect, test } from 'vitest';
import { problemOfShas, shasIn } from './read-shas.ts';

const sha = (digit: string): string => digit.repeat(40);

test('SHAs are separated by line ends, spaces or commas', () => {
  expect(shasIn(` ${sha('A')},\n${sha('b')} abcdef1;\n`)).toEqual([sha('a'), sha('b'), 'abcdef1']);
  expect(shasIn('  \n')).toEqual([]);
});

test('the error names the text that can’t be added', () => {
  const known = [sha('c')];
  expect(problemOfShas([sha('a'), 'bbbbbbb'], known)).toBeNull();
  expect(problemOfShas([], known)).toBe('Enter at least one SHA.');
  expect(problemOfShas([sha('a'), 'main'], known)).toContain('“main” isn’t a SHA.');
  expect(problemOfShas(['abcdef'], known)).toContain('isn’t a SHA');
  expect(problemOfShas([sha('a'), 'aaaaaaa'], known)).toContain('aaaaaaa is entered more than once');
  expect(problemOfShas([sha('a'), sha('a')], known)).toContain('more than once');
  expect(problemOfShas(['ccccccc'], known)).toContain('ccccccc is already a context commit');
});
