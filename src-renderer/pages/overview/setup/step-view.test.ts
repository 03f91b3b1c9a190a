import { expect, test } from 'vitest';
import type { Setup, SetupStep } from '#shared/contract/setup.ts';
import { resultOf } from './step-view.ts';

test('a number that counts only the token user’s own rows says so, and where the others are', () => {
  const step = { id: 'snippets', state: 'done', rows: 5, placesDone: 5, placesTotal: 5, refusedPlaces: 0 } as SetupStep;
  const figure = { collection: 'snippets', filter: {}, notReturned: 'hide', name: 'snippets' } as const;
  const textsOf = (scope: string | null, count: number) =>
    resultOf(step, {} as Setup, { snippets: { ...figure, scope, count } }).map(({ text }) => text);
  expect(textsOf('', 2)).toEqual(['only your own; pages of projects show the others (synced in 5 of 5 places)']);
  expect(textsOf(null, 5)).toEqual(['in 5 of 5 places']);
});
