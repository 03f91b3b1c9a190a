import type { Issues } from './issues.ts';
import type { MergeRequests } from './merge-requests.ts';
import type { Notes } from './notes.ts';
import type { Snippet } from './snippets.ts';
import type { Table } from './table.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

interface Needs {
  users: Users;
  issues: Issues;
  mergeRequests: MergeRequests;
  notes: Notes;
  snippets: Table<Snippet>;
}

/** What people wrote in projects outlives their accounts: it goes to the ghost user, who is made when first needed. */
export function adoptOrphans({ users, issues, mergeRequests, notes, snippets }: Needs): void {
  const ghost = (): User =>
    users.byUsername('ghost') ??
    users.add({ username: 'ghost', name: 'Ghost User', email: 'ghost@platform.invalid', type: 'internal' });
  users.onRemove(({ id }) => {
    for (const table of [issues, mergeRequests, notes, snippets]) {
      for (const row of table.all()) if (row.author_id === id) row.author_id = ghost().id;
    }
    for (const row of [...issues.all(), ...mergeRequests.all()]) {
      row.assignee_ids = row.assignee_ids.filter((other) => other !== id);
      if (row.closed_by_id === id) row.closed_by_id = ghost().id;
    }
    for (const row of mergeRequests.all()) {
      row.reviewer_ids = row.reviewer_ids.filter((other) => other !== id);
      row.approved_by_ids = row.approved_by_ids.filter((other) => other !== id);
      row.approver_ids = row.approver_ids.filter((other) => other !== id);
      if (row.merge_user_id === id) row.merge_user_id = ghost().id;
    }
  });
}

/** For an account that goes with all that it wrote (`hard_delete`); call it before the account is removed. */
export function removeContributions({ issues, mergeRequests, notes, snippets }: Needs, userId: number): void {
  for (const table of [notes, issues, mergeRequests, snippets]) table.removeWhere((row) => row.author_id === userId);
}
