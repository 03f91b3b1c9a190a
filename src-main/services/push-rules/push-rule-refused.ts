import type { ReplayedBranch, ReplayedCommit, ReplayFilter, ReplayQuery } from '#shared/contract/push-rule-replay.ts';

type RefusedRow = ReplayedCommit | ReplayedBranch;

/** The refused rows that match a filter, sorted. */
export function selectRefused<R extends RefusedRow>(
  rows: readonly R[],
  { filter, sort }: Omit<ReplayQuery, 'replayId'>,
): R[] {
  const found = rows.filter((row) => matches(row, filter));
  const sign = sort.direction === 'asc' ? 1 : -1;
  if (sort.by === 'found') return sign === 1 ? found : found.reverse();
  const valueOf = sortValues[sort.by];
  return found
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((a, b) => sign * compare(a.value, b.value) || a.row.key - b.row.key)
    .map(({ row }) => row);
}

function matches(row: RefusedRow, { rule, email, scope, outcome }: ReplayFilter): boolean {
  if (rule !== undefined && !row.refusals.some((refusal) => refusal.rule === rule)) return false;
  if (scope !== undefined && row.scope !== scope) return false;
  if (outcome !== undefined && row.outcome !== outcome) return false;
  return email === undefined || ('sha' in row && row.author_email.toLowerCase() === email.toLowerCase());
}

const sortValues: Record<Exclude<ReplayQuery['sort']['by'], 'found'>, (row: RefusedRow) => string> = {
  project: ({ scope }) => scope,
  author: (row) => ('sha' in row ? row.author_email.toLowerCase() : ''),
  title: (row) => ('sha' in row ? row.title.toLowerCase() : row.name.toLowerCase()),
  date: (row) => ('sha' in row ? String(Date.parse(row.committed_date ?? '') || 0).padStart(16, '0') : ''),
  outcome: ({ outcome }) => outcome,
};

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export const refusedColumns = [
  'kind',
  'project',
  'sha_or_name',
  'title',
  'author_name',
  'author_email',
  'committed_date',
  'is_merge',
  'outcome',
  'refused_by',
  'because',
  'refused_before_by',
  'web_url',
] as const;

/** The refused commits and branches as rows of a CSV file. `fetchedAt` is the time of the replay. */
export function refusedRows(
  {
    commits,
    branches,
    replay,
  }: {
    commits: readonly ReplayedCommit[];
    branches: readonly ReplayedBranch[];
    replay: { at: number };
  },
  filter: ReplayFilter,
): { row: Record<string, unknown>; fetchedAt: number }[] {
  const shared = ({ scope, outcome, refusals, before, web_url }: RefusedRow) => ({
    project: scope.slice(scope.indexOf(':') + 1),
    outcome,
    refused_by: refusals.map(({ rule }) => rule).join(' '),
    because: refusals.map(({ how, text }) => `${how}: ${text}`).join('\n'),
    refused_before_by: before.join(' '),
    web_url,
  });
  return [
    ...commits
      .filter((row) => matches(row, filter))
      .map((row) => ({
        ...shared(row),
        kind: 'commit',
        sha_or_name: row.sha,
        title: row.title,
        author_name: row.author_name,
        author_email: row.author_email,
        committed_date: row.committed_date,
        is_merge: row.isMerge,
      })),
    ...branches
      .filter((row) => matches(row, filter))
      .map((row) => ({ ...shared(row), kind: 'branch', sha_or_name: row.name })),
  ].map((row) => ({ row, fetchedAt: replay.at }));
}
