import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { isOver } from '../../plans/changes.svelte.ts';

/** The writes that change files of a repository. */
const operations: readonly string[] = [
  'files.create',
  'files.edit',
  'files.remove',
  'commits.create',
  'submodules.edit',
];

/** Call a function after each plan that changed files, also an undo, until the returned function is called. */
export function onFileWrites({ client }: Pick<Session, 'client'>, run: () => void): () => void {
  const seen = new Set<string>();
  return client.changes.changed(({ plans }) => {
    const ended = plans.filter(
      (plan) =>
        isOver(plan) &&
        plan.ops.some((op) => operations.includes(op)) &&
        (plan.counts.applied ?? 0) + (plan.counts.unknown ?? 0) > 0,
    );
    const isNew = ended.some(({ id }) => !seen.has(id));
    for (const { id } of ended) seen.add(id);
    if (isNew) run();
  });
}

/** Read a branch after a commit. A failure is not shown: the commit succeeded, and the next sync reads the branch. */
export function refreshBranch({ client }: Pick<Session, 'client'>, scope: Scope, name: string): void {
  client.branches.refresh({ scope, id: name }).catch(() => undefined);
}
