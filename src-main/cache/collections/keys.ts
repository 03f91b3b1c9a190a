import type { KeyFilter } from '#shared/contract/keys.ts';
import { given, holdsAll, is } from '../conditions.ts';
import type { Fields, Statement } from '../derive.ts';
import { accountLists, hasLeft, withFact } from '../read/filters/account-facts.ts';

export const keys = {
  reads: accountLists,
  conditions,
  names: ({ deploy_keys_projects: projects }: Fields) =>
    (Array.isArray(projects) ? (projects as Fields[]) : []).flatMap(({ project_id: id }) =>
      typeof id === 'number' ? [{ kind: 'project' as const, id, path: null, name: null }] : [],
    ),
} as const;

function conditions(filter: KeyFilter): Statement[] {
  const { fingerprints, unused_since: unusedSince, can_push: canPush, project, owner_account: owner } = filter;
  const unused = is.before('last_used_at', unusedSince);
  return given([
    // If the key of a fingerprint was found, only the row of the key is shown.
    { sql: `(is_gone = 0 OR answer = 'known')`, values: [] },
    unused !== undefined && {
      sql: `answer = 'known' AND (last_used_at IS NULL OR ${unused.sql})`,
      values: unused.values,
    },
    canPush !== undefined && { sql: `pushes ${canPush ? '<>' : '='} ''`, values: [] },
    ...holdsAll('projects', project === undefined ? undefined : [project]),
    fingerprints !== undefined && anyOf(fingerprints),
    owner && withFact('keys', 'user_id', hasLeft, owner === 'left'),
  ]);
}

function anyOf(fingerprints: readonly string[]): Statement {
  const marks = fingerprints.map(() => '?').join(', ');
  return { sql: `(sha256 IN (${marks}) OR md5 IN (${marks}))`, values: [...fingerprints, ...fingerprints] };
}
