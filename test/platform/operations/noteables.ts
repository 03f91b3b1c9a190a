import { notFound } from '../http/refusal.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { requireProject } from '../world/access.ts';
import { seesIssue } from '../world/issue-access.ts';
import type { NoteableType } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { seesSnippet } from '../world/snippet-access.ts';
import type { World } from '../world/world.ts';

/** A resource that can have notes. */
export interface Noteable {
  type: NoteableType;
  id: number;
  iid: number | null;
  project: Project;
  /** Whether only members may write notes. */
  isLocked: boolean;
  /** Called after a note was written. */
  touch(at: number): void;
}

/** Fails: 404 if it is hidden from the caller. */
export type Find = (world: World, request: Request) => Noteable;

export const issueOf: Find = (world, request) => {
  const project = requireProject(world, request.as, request.path['id']);
  const issue = world.issues.byIid(project.id, pathInteger(request, 'issue_iid') ?? 0);
  if (issue === undefined || !seesIssue(world, issue, request.as)) throw notFound('Issue');
  return {
    type: 'Issue',
    id: issue.id,
    iid: issue.iid,
    project,
    isLocked: issue.discussion_locked,
    touch: (at) => (issue.updated_at = at),
  };
};

export const mergeRequestOf: Find = (world, request) => {
  const project = requireProject(world, request.as, request.path['id']);
  const row = world.mergeRequests.byIid(project.id, pathInteger(request, 'merge_request_iid') ?? 0);
  if (row === undefined) throw notFound('Merge Request');
  return {
    type: 'MergeRequest',
    id: row.id,
    iid: row.iid,
    project,
    isLocked: row.discussion_locked,
    touch: (at) => (row.updated_at = at),
  };
};

/** Project snippets only (document 2:47). */
export const snippetOf: Find = (world, request) => {
  const project = requireProject(world, request.as, request.path['id']);
  const snippet = world.snippets.get(pathInteger(request, 'snippet_id') ?? 0);
  const isHere = snippet?.project_id === project.id && seesSnippet(world, snippet, request.as);
  if (snippet === undefined || !isHere) throw notFound('Snippet');
  return { type: 'Snippet', id: snippet.id, iid: null, project, isLocked: false, touch: () => undefined };
};
