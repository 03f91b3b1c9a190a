import { expect, test } from 'vitest';
import { columnName, csvRecords } from './csv-records.ts';

test('records are read with quotes, commas, doubled quotes and lines inside', () => {
  const text = '\uFEFFa,b\r\n"x ""y""","1,2"\n\n"two\nlines",\nlast,';
  expect(csvRecords(text)).toEqual([
    { line: 1, text: 'a,b', cells: ['a', 'b'] },
    { line: 2, text: '"x ""y""","1,2"', cells: ['x "y"', '1,2'] },
    { line: 4, text: '"two\nlines",', cells: ['two\nlines', ''] },
    { line: 6, text: 'last,', cells: ['last', ''] },
  ]);
});

test('a quote that is never closed affects only its own line', () => {
  const cells = csvRecords('a,"b\nc,d\ne"f,g\nh,i').map(({ line, cells }) => [line, cells]);
  expect(cells).toEqual([
    [1, null],
    [2, ['c', 'd']],
    [3, null],
    [4, ['h', 'i']],
  ]);
});

test('the separator is detected on the first line: comma, semicolon or tab', () => {
  const cells = (text: string) => csvRecords(text).map((record) => record.cells);
  expect(cells('\uFEFFkind;path\r\ngroup;"a;b, c"\r\n')).toEqual([
    ['kind', 'path'],
    ['group', 'a;b, c'],
  ]);
  expect(cells('kind\tpath\nproject\ta,b')).toEqual([
    ['kind', 'path'],
    ['project', 'a,b'],
  ]);
  expect(cells('"a;b;c",d\ne;f,g')).toEqual([
    ['a;b;c', 'd'],
    ['e;f', 'g'],
  ]);
});

test('the separator is also detected after empty lines', () => {
  expect(csvRecords('\r\n\r\nkind;path')).toEqual([{ line: 3, text: 'kind;path', cells: ['kind', 'path'] }]);
});

test('a first line can name the separator', () => {
  expect(csvRecords('\uFEFFsep=;\r\nkind;"a,b"\r\n')).toEqual([
    { line: 2, text: 'kind;"a,b"', cells: ['kind', 'a,b'] },
  ]);
  expect(csvRecords('sep=;')).toEqual([]);
  for (const first of ['sep=; ', '"sep=;"', 'sep=;;'])
    expect(csvRecords(`${first}\n"a,b";c`)).toMatchObject([{ line: 2, cells: ['a,b', 'c'] }]);
  expect(csvRecords('sep=|\na|b')).toMatchObject([{ line: 2, cells: ['a', 'b'] }]);
});

test.each(['repo_id', 'Repo_ID', ' repo id ', 'Repo-Id'])('%j is the column repo_id', (cell) => {
  expect(columnName(cell)).toBe('repo_id');
});
