import type { Issues } from './issues.ts';
import type { MergeRequests } from './merge-requests.ts';
import type { Notes } from './notes.ts';
import type { Snippet } from './snippets.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

interface Needs {
  users: Users;
  issues: Issues;
  mergeRequests: MergeRequests;
  notes: Notes;
  snippets: Table<Snippet>;
}

/** The id of the ghost user, who replaces deleted authors. No account has it, so the ghost user is not listed. */
export const GHOST_ID = 0;

/** Moves the contributions of a deleted account to the ghost user. */
export function adoptOrphans({ users, issues, mergeRequests, notes, snippets }: Needs): void {
  users.onRemove(({ id }) => {
    const others = (ids: readonly number[]) => ids.filter((other) => other !== id);
    for (const table of [issues, mergeRequests, notes, snippets]) {
      for (const row of table.all()) if (row.author_id === id) row.author_id = GHOST_ID;
    }
    for (const row of [...issues.all(), ...mergeRequests.all()]) {
      row.assignee_ids = others(row.assignee_ids);
      if (row.closed_by_id === id) row.closed_by_id = GHOST_ID;
    }
    for (const row of mergeRequests.all()) {
      row.reviewer_ids = others(row.reviewer_ids);
      row.approved_by_ids = others(row.approved_by_ids);
      row.approver_ids = others(row.approver_ids);
      if (row.merge_user_id === id) row.merge_user_id = GHOST_ID;
    }
  });
}

/** Removes the contributions of an account (`hard_delete`). Call it before the account is removed. */
export function removeContributions({ issues, mergeRequests, notes, snippets }: Needs, userId: number): void {
  for (const table of [notes, issues, mergeRequests, snippets]) table.removeWhere((row) => row.author_id === userId);
}
