import type { Caller } from '../caller.ts';
import { levelInProject, seesProject } from './access.ts';
import { LEVEL } from './levels.ts';
import type { Snippet } from './snippets.ts';
import type { World } from './world.ts';

/** Whether the caller may see a snippet. Private ones are visible to their author, project members and auditors. */
export function seesSnippet(world: World, snippet: Snippet, as: Caller): boolean {
  if (as.admin || as.auditor || as.user?.id === snippet.author_id) return true;
  const isOpen =
    snippet.visibility === 'public' || (snippet.visibility === 'internal' && as.user !== null && !as.user.external);
  if (snippet.project_id === null) return isOpen;
  const project = world.projects.get(snippet.project_id);
  if (project === undefined || !seesProject(world, project, as)) return false;
  return isOpen || levelInProject(world, project, as) >= LEVEL.guest;
}

/** Whether the caller may change it: its author, and Maintainers of its project. */
export function mayEditSnippet(world: World, snippet: Snippet, as: Caller): boolean {
  if (as.admin || as.user?.id === snippet.author_id) return true;
  const project = snippet.project_id === null ? undefined : world.projects.get(snippet.project_id);
  return project !== undefined && levelInProject(world, project, as) >= LEVEL.maintainer;
}
