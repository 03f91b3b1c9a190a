import type { ChangedField } from '#shared/contract/history.ts';

/** The new values that need attention, by field. A field means the same in all lists that have it. */
const worse: Readonly<Record<string, unknown>> = {
  ...{ is_admin: true, is_auditor: true, external: true, locked: true, developers_can_push: true },
  ...{ two_factor_enabled: false, inbound_enabled: false, enable_ssl_verification: false, enabled: false },
  ...{ protected: false, only_protected_branches: false },
  ...{ prevent_secrets: false, reject_unsigned_commits: false, commit_committer_check: false, member_check: false },
  ...{ state: 'blocked', visibility: 'public' },
};

/** Whether the new value needs attention, for example two-factor authentication that was switched off. */
export function isWorse({ name, before, after }: ChangedField): boolean {
  if (name === 'access_level') return typeof before === 'number' && typeof after === 'number' && after > before;
  if (name === 'expires_at') return typeof before === 'string' && after === null;
  return Object.hasOwn(worse, name) && after === worse[name];
}
