import { expect, test } from 'vitest';
import { actionCommands, type Action } from './actions.ts';

const why = { nothingChosen: 'Select runners first', onlyOne: 'Select only one runner' };
const pause: Action = {
  ...{ id: 'runners.pause', label: 'Pause', isImmediate: true, title: (n) => `Pause ${n} runners of group 0 x` },
  run: () => undefined,
};
const titleFor = (action: Action, count: number) =>
  actionCommands([action], { selection: { kind: 'rows', rows: [] } as never, count, rows: [] }, why)[0]?.title;

test('the title of an action names the number of selected rows, and none if no row is selected', () => {
  expect(titleFor(pause, 14)).toBe('Pause 14 runners of group 0 x…');
  expect(titleFor(pause, 0)).toBe('Pause runners of group 0 x');
  expect(titleFor({ ...pause, label: 'Delete…', title: (n) => `Delete ${n} runners` }, 0)).toBe('Delete runners…');
  expect(titleFor({ id: 'runners.copy', label: 'Copy', run: () => undefined }, 0)).toBe('Copy');
});
