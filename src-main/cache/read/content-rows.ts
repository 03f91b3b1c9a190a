import type { CoverageRow } from '#shared/contract/coverage.ts';
import type { OwnerKind, Scope } from '#shared/contract/scope.ts';

/** What is stored outside of the cache, and has rows in the table of coverage like a collection. */
export const contentNames = ['files', 'snippetContents'] as const;
export type ContentName = (typeof contentNames)[number];

/**
 * The contents of one place. `known`: how many can be stored; null: the number of cached snippets. `isKnown`: a search
 * for them has run, so 0 means that there are none. `oldestAt`: when the oldest was checked or downloaded.
 */
export interface ContentFacts {
  scope: Scope;
  known: number | null;
  isKnown: boolean;
  stored: number;
  bytes: number;
  oldestAt: number | null;
}
export type StoredContents = Record<ContentName, readonly ContentFacts[]>;

/** A cached list of a place: its snippets or branches. */
interface CachedList {
  rows: number;
  isSynced: boolean;
}

export const isContent = (name: string): name is ContentName => contentNames.some((one) => one === name);

/** The requests for a file that was never stored: HEAD, content, last commit and blame. Of a snippet, its content. */
const requestsOf: Record<ContentName, number> = { files: 4, snippetContents: 1 };

/**
 * The row of the contents of a place, with the number of missing contents and of the requests for them; null: this kind
 * of place has no such contents.
 */
export function contentRow(
  empty: CoverageRow,
  { kind, scope, label }: { kind: OwnerKind; scope: Scope; label: string },
  {
    name,
    facts,
    snippets,
    branches,
  }: { name: ContentName; facts: ContentFacts | undefined; snippets: CachedList; branches: CachedList },
): { row: CoverageRow; missing: number; requests: number; isGuess: boolean } | null {
  if (kind !== 'project' && (kind !== 'instance' || name === 'files')) return null;
  const { stored, bytes, oldestAt } = facts ?? { stored: 0, bytes: 0, oldestAt: null };
  const isOfSnippets = name === 'snippetContents';
  const known = Math.max(stored, isOfSnippets ? snippets.rows : (facts?.known ?? 0));
  // A project without branches has no files
  const isEmpty = branches.isSynced && branches.rows === 0;
  const isKnown = known > 0 || (isOfSnippets ? snippets.isSynced : isEmpty || facts?.isKnown === true);
  const row: CoverageRow = {
    ...empty,
    ...{ rows: stored, bytes, completedAt: oldestAt },
    ...(stored > 0 && { syncedIn: scope, syncedInLabel: label }),
    below: { known, synced: stored, refusedCount: 0, absent: 0 },
  };
  const requests = (known - stored) * requestsOf[name];
  return { row, missing: isKnown ? known - stored : 1, requests, isGuess: !isKnown || !isOfSnippets };
}
