import type { Group, Groups } from './groups.ts';
import type { Project, Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';

export const REGEXES = [
  'author_email_regex',
  'branch_name_regex',
  'commit_message_regex',
  'commit_message_negative_regex',
  'file_name_regex',
] as const;

export const SWITCHES = [
  'commit_committer_check',
  'commit_committer_name_check',
  'deny_delete_tag',
  'member_check',
  'prevent_secrets',
  'reject_non_dco_commits',
  'reject_unsigned_commits',
] as const;

/** The push rule of a group. An empty regex, a size of 0 and `false` have no effect. */
export type PushRule = {
  readonly id: number;
  group_id: number;
  created_at: number;
  max_file_size: number;
} & Record<(typeof REGEXES)[number], string> &
  Record<(typeof SWITCHES)[number], boolean>;

export interface PushRules extends Table<PushRule> {
  ofGroup(group: Group): PushRule | undefined;
  /** The push rule of the nearest parent group that has one. */
  ofProject(project: Project): PushRule | undefined;
}

export function createPushRules(groups: Groups, projects: Projects): PushRules {
  const table = createTable<PushRule>();
  groups.onRemove((group) => table.removeWhere((row) => row.group_id === group.id));
  const ofGroup = (group: Group) => table.find((row) => row.group_id === group.id);
  return Object.assign(table, {
    ofGroup,
    ofProject: (project: Project) =>
      projects
        .groupsOf(project)
        .map(ofGroup)
        .find((row) => row !== undefined),
  });
}
