import { iso, isoDate } from '../clock.ts';
import type { Token } from '../world/tokens.ts';
import type { World } from '../world/world.ts';

/** An access token without its secret (document 3, Personal access token). */
export function accessTokenView(world: World, token: Token) {
  return {
    id: token.id,
    name: token.name,
    revoked: token.revoked,
    created_at: iso(token.created_at),
    description: token.description,
    scopes: token.scopes,
    user_id: token.user_id,
    last_used_at: iso(token.last_used_at),
    active: world.tokens.isActive(token),
    expires_at: isoDate(token.expires_at),
  };
}
