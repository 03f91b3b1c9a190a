import { KeyRow, type KeyFilter } from '#shared/contract/keys.ts';
import { given, holdsAll, is } from '../conditions.ts';
import type { Definition, Fields, Statement } from '../derive.ts';

/** What the cache derives from keys that were looked up (document 3:20); there is no list of them. */
export const keys = {
  stem: 'keys',
  list: 'keys',
  detail: 'keys.detail',
  isScoped: true,
  record: KeyRow,
  volatile: [],
  columns: {
    title: { field: 'title', as: 'normal' },
    owner: { field: 'user.name', as: 'normal' },
    user_id: { field: 'user.id', as: 'number' },
    answer: { field: 'answer', as: 'text' },
    kind: { field: 'kind', as: 'text' },
    type: { field: 'type', as: 'text' },
    usage_type: { field: 'usage_type', as: 'text' },
    created_at: { field: 'created_at', as: 'moment' },
    expires_at: { field: 'expires_at', as: 'moment' },
    last_used_at: { field: 'last_used_at', as: 'moment' },
    md5: { field: 'md5', as: 'text' },
    sha256: { field: 'sha256', as: 'text' },
    projects: { field: 'projectIds', as: 'list' },
    pushes: { field: 'pushIds', as: 'list' },
    batch: { field: 'batch', as: 'text' },
  },
  hay: ['title', 'comment', 'key', 'md5', 'sha256', 'user.username', 'user.name', 'user.email'],
  indexes: [['title'], ['owner'], ['expires_at'], ['last_used_at'], ['sha256'], ['md5'], ['batch']],
  counts: ['answer', 'kind'],
  conditions,
  names: ({ deploy_keys_projects: projects }: Fields) =>
    (Array.isArray(projects) ? (projects as Fields[]) : []).flatMap(({ project_id: id }) =>
      typeof id === 'number' ? [{ kind: 'project' as const, id, path: null, name: null }] : [],
    ),
} satisfies Definition;

function conditions(filter: KeyFilter): Statement[] {
  const { fingerprints, unused_since: unusedSince, can_push: canPush } = filter;
  const unused = is.before('last_used_at', unusedSince);
  return given([
    // A fingerprint that turned out to belong to a key is not a row of its own any more.
    { sql: `(is_gone = 0 OR answer = 'known')`, values: [] },
    is.equal('answer', filter.answer),
    is.equal('kind', filter.kind),
    is.equal('usage_type', filter.usage_type),
    is.equal('user_id', filter.user_id),
    is.since('expires_at', filter.expires_after),
    is.until('expires_at', filter.expires_before),
    unused !== undefined && {
      sql: `answer = 'known' AND (last_used_at IS NULL OR ${unused.sql})`,
      values: unused.values,
    },
    canPush !== undefined && { sql: `pushes ${canPush ? '<>' : '='} ''`, values: [] },
    ...holdsAll('projects', filter.project === undefined ? undefined : [filter.project]),
    fingerprints !== undefined && anyOf(fingerprints),
    is.oneOf('id', filter.ids),
    is.equal('batch', filter.batch),
  ]);
}

function anyOf(fingerprints: readonly string[]): Statement {
  const marks = fingerprints.map(() => '?').join(', ');
  return { sql: `(sha256 IN (${marks}) OR md5 IN (${marks}))`, values: [...fingerprints, ...fingerprints] };
}
