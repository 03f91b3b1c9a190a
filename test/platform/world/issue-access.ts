import type { Caller } from '../caller.ts';
import { levelInProject, seesProject } from './access.ts';
import type { Issue } from './issues.ts';
import { LEVEL } from './levels.ts';
import type { World } from './world.ts';

/** Whether the caller may see a confidential issue: author, assignees, members from Planner on, and auditors. */
export function seesIssue(world: World, issue: Issue, as: Caller): boolean {
  const project = world.projects.get(issue.project_id);
  if (project === undefined || !seesProject(world, project, as)) return false;
  if (!issue.confidential || as.auditor) return true;
  if (as.user !== null && [issue.author_id, ...issue.assignee_ids].includes(as.user.id)) return true;
  return levelInProject(world, project, as) >= LEVEL.planner;
}
