import type { AccessTokenFilter } from '#shared/contract/access-tokens.ts';
import { tokenFiguresOn } from '#shared/contract/figures.ts';

interface Ended {
  filter: Record<string, unknown> & AccessTokenFilter;
  notReturned: 'hide' | 'only';
}

/** Queries for tokens that no longer work or are no longer listed. */
export const endedTokens = (now: number): Ended[] => [
  { filter: {}, notReturned: 'only' },
  { filter: tokenFiguresOn(now).expired.filter, notReturned: 'hide' },
  { filter: { state: 'inactive' }, notReturned: 'hide' },
];
