/** What issues and merge requests have in common. Instants are milliseconds; ids point into the tables of the world. */
export interface Issuable {
  readonly id: number;
  iid: number;
  project_id: number;
  title: string;
  description: string | null;
  author_id: number;
  assignee_ids: readonly number[];
  milestone_id: number | null;
  label_ids: readonly number[];
  created_at: number;
  updated_at: number;
  closed_at: number | null;
  closed_by_id: number | null;
  discussion_locked: boolean;
  time_estimate_s: number;
  time_spent_s: number;
  imported: boolean;
  imported_from: string;
}

export type IssuableType = 'Issue' | 'MergeRequest';
