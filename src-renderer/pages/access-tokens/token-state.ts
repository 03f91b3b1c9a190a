import { fromIso } from '#shared/time.ts';
import type { Token } from './tokens-list.ts';

export type TokenState = 'active' | 'revoked' | 'expired' | 'inactive';

/** The current state of a token. It may have expired since it was synced. */
export function stateOf({ revoked, active, expires_at }: Token, nowMs: number): TokenState {
  if (revoked === true) return 'revoked';
  const endMs = fromIso(expires_at);
  if (endMs !== null && endMs <= nowMs) return 'expired';
  return active === false ? 'inactive' : 'active';
}
