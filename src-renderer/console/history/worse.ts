import type { ChangedField } from '#shared/contract/history.ts';

type Test = (after: unknown, before: unknown) => boolean;

const on: Test = (after) => after === true;
const off: Test = (after) => after === false;
const raised: Test = (after, before) => typeof after === 'number' && typeof before === 'number' && after > before;
const removed: Test = (after, before) => after === null && typeof before === 'string';
const is =
  (value: string): Test =>
  (after) =>
    after === value;

/** The new values that need attention, by field. A field means the same in all lists that have it. */
const worse: Readonly<Partial<Record<string, Test>>> = {
  ...{ two_factor_enabled: off, is_admin: on, is_auditor: on, external: on, locked: on, state: is('blocked') },
  ...{ access_level: raised, expires_at: removed, visibility: is('public') },
  ...{ inbound_enabled: off, enable_ssl_verification: off, enabled: off, only_protected_branches: off },
  ...{ protected: off, developers_can_push: on },
  ...{ prevent_secrets: off, reject_unsigned_commits: off, commit_committer_check: off, member_check: off },
};

/** Whether the new value needs attention, for example two-factor authentication that was switched off. */
export function isWorse({ name, before, after }: ChangedField): boolean {
  return worse[name]?.(after, before) === true;
}
