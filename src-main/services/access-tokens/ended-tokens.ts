import type { AccessTokenFilter } from '#shared/contract/access-tokens.ts';
import { toIso } from '#shared/time.ts';
import { dayOf } from './access-tokens-horizon.ts';

interface Ended {
  filter: Record<string, unknown> & AccessTokenFilter;
  notReturned: 'hide' | 'only';
}

/** Queries for tokens that no longer work or are no longer listed. */
export const endedTokens = (now: number): Ended[] => [
  { filter: {}, notReturned: 'only' },
  { filter: { expires_before: toIso(dayOf(now) + 1) }, notReturned: 'hide' },
  { filter: { state: 'inactive' }, notReturned: 'hide' },
];
