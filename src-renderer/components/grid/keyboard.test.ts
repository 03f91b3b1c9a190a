import { expect, test } from 'vitest';
import { commandOf, stepFrom, type Stroke } from './keyboard.ts';

const stroke = (key: string, held: Partial<Stroke> = {}): Stroke => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test('j and k move like the arrow keys, and Shift selects a range', () => {
  expect(commandOf(stroke('j'))).toEqual(commandOf(stroke('ArrowDown')));
  expect(commandOf(stroke('k'))).toEqual({ kind: 'move', to: 'up', isRange: false });
  expect(commandOf(stroke('J', { shiftKey: true }))).toEqual({ kind: 'move', to: 'down', isRange: true });
  expect(commandOf(stroke('End', { shiftKey: true }))).toEqual({ kind: 'move', to: 'last', isRange: true });
});

test('x and Space select, Enter opens, Esc closes, and a slash moves to the filter', () => {
  const kinds = ['x', ' ', 'Enter', 'Escape', '/'].map((key) => commandOf(stroke(key))?.kind);
  expect(kinds).toEqual(['toggle', 'toggle', 'open', 'escape', 'filter']);
});

test('Ctrl+A selects the visible rows, and other chords are left to the shell', () => {
  expect(commandOf(stroke('a', { ctrlKey: true }))).toEqual({ kind: 'select-visible' });
  expect(commandOf(stroke('a', { metaKey: true }))).toEqual({ kind: 'select-visible' });
  expect(commandOf(stroke('k', { ctrlKey: true }))).toBeUndefined();
  expect(commandOf(stroke('ArrowDown', { altKey: true }))).toBeUndefined();
  expect(commandOf(stroke('q'))).toBeUndefined();
});

test('a step stays within the list, and the first step goes to the first or the last row', () => {
  const list = { total: 100, page: 20 };
  expect(stepFrom(-1, 'down', list)).toBe(0);
  expect(stepFrom(-1, 'up', list)).toBe(99);
  expect(stepFrom(99, 'down', list)).toBe(99);
  expect(stepFrom(50, 'page-down', list)).toBe(69);
  expect(stepFrom(5, 'page-up', list)).toBe(0);
  expect(stepFrom(5, 'last', list)).toBe(99);
  expect(stepFrom(5, 'down', { total: 0, page: 20 })).toBe(-1);
});
