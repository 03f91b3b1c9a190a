import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { csvOptions, originalText, withoutFormula } from './csv.ts';

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '\tx', '\rx', "'=1", "''=1", ' =1', '\n=1', '\u00a0=1'];
const invisible = ['\u200b', '\ufeff', '\u00ad', '\u2060', '\u3164', '\ufe0f', '\u2800', '\u0000', '\u200b\u00ad '];

test.each([...formulas, ...invisible.map((character) => `${character}=1`)])(
  'a cell with the formula %j begins with an apostrophe, which an import removes',
  (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`);
    expect(originalText(withoutFormula(text))).toBe(text);
    expect(stringify([[text]], { ...csvOptions, header: false })).toContain(`'${text}`);
  },
);

test.each(['', 'acme/core', "it's", "'quoted'", '1=1', '\u200bname', 'a@b.example', "'"])(
  'the cell %j stays',
  (text) => {
    expect(withoutFormula(text)).toBe(text);
    expect(originalText(text)).toBe(text);
  },
);
