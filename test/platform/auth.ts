import type { IncomingHttpHeaders } from 'node:http';
import { nobody } from './caller.ts';
import type { Caller } from './caller.ts';
import type { Endpoint } from './endpoints.ts';
import { refusalOfAccount } from './gitlab/accounts.ts';
import { isGitlab, runnerScope } from './gitlab/dialect.ts';
import { forbidden, Refusal, unauthorized } from './http/refusal.ts';
import type { User } from './world/user.ts';
import type { World } from './world/world.ts';

/**
 * The caller by `PRIVATE-TOKEN`, `Authorization: Bearer` or, for reading artifacts, `job_token`.
 * Fails: 401 for an unknown, expired or revoked token; 403 for an account that may not sign in.
 * Source: document 1:212-218.
 */
export function callerOf(
  world: World,
  headers: IncomingHttpHeaders,
  endpoint: Endpoint,
  query: URLSearchParams,
): Caller {
  const value = tokenIn(headers);
  if (value === undefined) {
    const takesJobs = endpoint.area === 'artifacts' && endpoint.method === 'GET';
    const job = takesJobs ? query.get('job_token') : null;
    return job === null ? nobody : callerOfJob(world, job);
  }
  const token = world.tokens.byValue(value);
  if (token === undefined || !world.tokens.isActive(token)) throw unauthorized();
  const user = world.users.get(token.user_id);
  if (user === undefined) throw unauthorized();
  token.last_used_at = world.clock.now();
  return { ...callerFor(world, user), token, scopes: new Set(token.scopes) };
}

function tokenIn(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['private-token'];
  if (own !== undefined) return String(own);
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function callerOfJob(world: World, value: string): Caller {
  const job = world.jobTokens.find((row) => row.token === value);
  const user = job && world.users.get(job.user_id);
  if (job === undefined || user === undefined) throw unauthorized();
  // A job reads artifacts as its user, but never with administrator rights.
  return {
    ...callerFor(world, user),
    admin: false,
    auditor: false,
    scopes: new Set(['api']),
    jobProjectId: job.project_id,
  };
}

function callerFor(world: World, user: User): Caller {
  const objection = isGitlab(world) ? refusalOfAccount(world, user) : undefined;
  if (objection !== undefined) throw objection;
  if (user.state !== 'active') throw forbidden(`Your account has been ${user.state}`);
  return { ...nobody, user, anonymous: false, admin: user.is_admin, auditor: user.is_auditor };
}

/** The requests that a scope allows: document 1:139 and 1:217, document 3:93. */
export function requireScope(world: World, { scopes, anonymous }: Caller, method: string, endpoint: Endpoint): void {
  const reads = method === 'GET' || method === 'HEAD';
  if (anonymous || scopes.has('api')) return;
  if (reads && scopes.has('read_api')) return;
  if (reads && endpoint.area === 'files' && scopes.has('read_repository')) return;
  if (endpoint.area === 'runners' && scopes.has(runnerScope(world))) return;
  if (isGitlab(world) && endpoint.path === '/user/runners' && scopes.has('create_runner')) return;
  throw new Refusal(403, {
    message: '403 Forbidden - insufficient_scope',
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope: reads ? 'api read_api' : 'api',
  });
}
