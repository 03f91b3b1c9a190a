import { expect, test } from 'vitest';
import { softBreaks } from './soft-breaks.ts';

test.each([
  ['kate.dixon214@mail.example', ['kate.', 'dixon214@', 'mail.', 'example']],
  ['https://git.example/a_b', ['https://', 'git.', 'example/', 'a_', 'b']],
  ['one two', ['one two']],
  ['', ['']],
])('%s may break after its signs only', (text, pieces) => {
  expect(softBreaks(text)).toEqual(pieces);
  expect(softBreaks(text).join('')).toBe(text);
});
