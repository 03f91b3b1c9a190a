import type { Scope } from '#shared/contract/collection.ts';
import type { Write } from '../subject/subject.ts';

/** Where a thing is cached: its list's stem, and its scope there; null: the same thing in every scope that has it. */
export interface CachePlace {
  stem: string;
  scope: Scope | null;
  id: number;
}

interface Entry {
  stem: string;
  /** The parameter of the path that is the row's id. Absent: the write makes a row, whose id the answer tells. */
  id?: string;
  /** Its rows differ from scope to scope, or the write makes one in this scope. */
  scope?: 'group' | 'project' | 'instance';
  /** What a row of the cache has besides what the write sends and the answer tells. */
  more?: (write: Write) => Record<string, unknown>;
}

/** By op, for what a list of the cache holds. */
const entries: Readonly<Record<string, Entry>> = {
  'runners.edit': { stem: 'runners', id: 'id' },
  'service-accounts.create': { stem: 'serviceAccounts', scope: 'instance' },
  'service-accounts.edit': { stem: 'serviceAccounts', id: 'id' },
  'group-service-accounts.create': { stem: 'serviceAccounts', scope: 'group' },
  'group-service-accounts.edit': { stem: 'serviceAccounts', id: 'user_id' },
  'group-service-accounts.remove': { stem: 'serviceAccounts', id: 'user_id' },
  'enterprise-users.edit': { stem: 'enterpriseUsers', id: 'user_id' },
  'enterprise-users.disableTwoFactor': {
    stem: 'enterpriseUsers',
    id: 'user_id',
    more: () => ({ two_factor_enabled: false }),
  },
  'group-service-accounts.createToken': {
    stem: 'accessTokens',
    scope: 'group',
    more: ({ path }) => ({ user_id: Number(path['user_id']) }),
  },
  'enterprise-users.remove': { stem: 'enterpriseUsers', id: 'user_id' },
  'members.create': {
    stem: 'members',
    scope: 'project',
    more: ({ body }) => ({ is_direct: true, direct_access_level: body?.['access_level'] }),
  },
  'ssh-certificates.create': { stem: 'sshCertificates', scope: 'group' },
  'ssh-certificates.remove': { stem: 'sshCertificates', id: 'certificate_id' },
};

/** Where the thing of a write is cached; null: nowhere, or it is made by this write. */
export function placeOf({ op, path }: Write): CachePlace | null {
  const entry = entries[op];
  const id = Number(path[entry?.id ?? '']);
  return entry === undefined || !Number.isInteger(id) ? null : { stem: entry.stem, scope: null, id };
}

/** What a row of the cache has besides what the write sends and the answer tells. */
export const moreOf = (write: Write): Record<string, unknown> => entries[write.op]?.more?.(write) ?? {};

/** The group whose push rule it is: a list of one, which the cache keeps whole, with whether there is any. */
export function pushRuleScope({ op, path }: Write): Scope | null {
  return ['push-rules.create', 'push-rules.edit', 'push-rules.remove'].includes(op) ? `group:${path['id']}` : null;
}

/** Where what a write has made belongs; null: nowhere. */
export function madePlaceOf({ op, path }: Write): { stem: string; scope: Scope } | null {
  const entry = entries[op];
  if (entry === undefined || entry.id !== undefined) return null;
  return { stem: entry.stem, scope: entry.scope === 'instance' ? '' : `${entry.scope}:${path['id']}` };
}
