import { unauthorized } from './http/refusal.ts';
import type { Token } from './world/tokens.ts';
import type { User } from './world/user.ts';

/** The caller of a request. */
export interface Caller {
  /** Null: anonymous. */
  user: User | null;
  admin: boolean;
  auditor: boolean;
  anonymous: boolean;
  scopes: ReadonlySet<string>;
  /** Null: anonymous, or a job token. */
  token: Token | null;
  /** The project of the job, if the request has a job token. */
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

/** The account of the caller. Fails: 401 without one. */
export function signedIn(as: Caller): User {
  if (as.user === null) throw unauthorized();
  return as.user;
}
