import { expect } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import type { TokenName } from '../platform/seed/tokens.ts';
import type { User } from '../platform/world/user.ts';
import { ask } from './rig.ts';
import type { Answer } from './rig.ts';

type Row = Record<string, unknown>;

/** The expected status by user of the token; `anonymous`: no token. */
export type Roles = Partial<Record<TokenName | 'anonymous', number>>;

/**
 * Send the same request as each of these users, and expect its status. Any 2xx is accepted as a success, because the
 * documents don't show many codes. A refusal of a group can be 403 or 404 (readings 13).
 */
export async function expectRoles(platform: Platform, path: string, roles: Roles, init: RequestInit = {}) {
  for (const [who, status] of Object.entries(roles)) {
    const answer = await ask(platform, who === 'anonymous' ? null : (who as TokenName), path, init);
    const accepted = path.startsWith('/groups/') && status > 401 ? [403, 404] : [status];
    const why = `${init.method ?? 'GET'} ${path} as ${who}: ${answer.text}`;
    if (status < 300) expectOk(answer, why);
    else {
      expect(accepted, why).toContain(answer.status);
      expect(answer.json).toHaveProperty('message', expect.stringMatching(new RegExp(`^${answer.status} `)));
    }
  }
}

/** Expect any 2xx status. */
export function expectOk(answer: Answer, why = answer.text): void {
  expect(Math.floor(answer.status / 100), why).toBe(2);
}

/** Send a request with this token. */
export async function askWith(platform: Platform, secret: string, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('private-token', secret);
  return fetch(`${platform.url}/api/v4${path}`, { ...init, headers });
}

/** Create a token for an account. Returns its secret. */
export function tokenFor(platform: Platform, user: User, scopes: string[] = ['api']): string {
  const value = `test-token-${platform.world.tokens.size}-${user.id}`;
  platform.world.tokens.add({
    value,
    user_id: user.id,
    name: 'test',
    description: '',
    scopes,
    created_at: platform.clock.now(),
    expires_at: null,
    last_used_at: null,
    revoked: false,
  });
  return value;
}

export const values = (answer: Answer, field: string): unknown[] => answer.rows.map((row: Row) => row[field]);
