import { revisionsOf } from '#shared/contract/commit-list.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { syncAfterChange } from '../lists/sync-to-end.ts';

interface Committed {
  scope: Scope;
  branch: string;
  /** The paths that exist after the commit, and those that it removed. */
  paths: readonly string[];
}

/** When the commit of a plan is undone in this window or another one, read the changed data again. */
export function readAfterUndo(session: Session, planId: string, committed: Committed): void {
  const end = session.client.changes.changed(({ plans }) => {
    if (!plans.some(({ undoOf, state }) => undoOf === planId && state === 'done')) return;
    end();
    void readCommitted(session, committed);
  });
}

/** Further files are read again when they are opened. */
const mostFiles = 50;

/**
 * Read what a commit changed: its branch, its files, and the lists of commits and branches that were synced before.
 * Returns the SHA of the head of the branch; null: it could not be read. Never rejects.
 */
export async function readCommitted(session: Session, { scope, branch, paths }: Committed): Promise<string | null> {
  const { branches, commits, repositoryFiles } = session.client;
  const sha = await branches
    .refresh({ scope, id: branch })
    .then(() => branches.get({ scope, id: branch }))
    .then((found) => found?.row.commit?.id ?? null)
    .catch(() => null);
  const lists: [collection: 'commits' | 'branches', scope: Scope][] = [
    ['branches', scope],
    ['commits', scopeOfRevisions(scope, revisionsOf({}))],
    ['commits', scopeOfRevisions(scope, revisionsOf({ ref_name: branch }))],
  ];
  const verbs = { branches, commits };
  await Promise.allSettled([
    repositoryFiles.collect({ scope, ref: branch }),
    ...paths.slice(0, mostFiles).map((path) => repositoryFiles.check({ scope, ref: branch, path, mostBytes: 0 })),
    ...lists.map(async ([collection, at]) => {
      const { completedAt } = await verbs[collection].summary({ scope: at });
      if (completedAt !== null) void syncAfterChange(session, collection, at);
    }),
  ]);
  return sha;
}
