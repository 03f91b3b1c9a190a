import { unauthorized } from './http/refusal.ts';
import type { Token } from './world/tokens.ts';
import type { User } from './world/user.ts';

/** Who asks. */
export interface Caller {
  /** Null: anonymous. */
  user: User | null;
  admin: boolean;
  auditor: boolean;
  anonymous: boolean;
  scopes: ReadonlySet<string>;
  /** Null: anonymous, or a job token. */
  token: Token | null;
  /** The project whose job asks, when it came with a job token. */
  jobProjectId: number | null;
}

export const nobody: Caller = {
  user: null,
  admin: false,
  auditor: false,
  anonymous: true,
  scopes: new Set(),
  token: null,
  jobProjectId: null,
};

/** The caller's account; refused with 401 when there is none. */
export function signedIn(as: Caller): User {
  if (as.user === null) throw unauthorized();
  return as.user;
}
