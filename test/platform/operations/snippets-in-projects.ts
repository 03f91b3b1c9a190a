import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { snippetView, wholeSnippet } from '../views/snippets.ts';
import { requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import { seesSnippet } from '../world/snippet-access.ts';
import { filesOf } from '../world/snippets.ts';
import type { Snippet } from '../world/snippets.ts';
import type { World } from '../world/world.ts';
import { ordered } from './issuable-filters.ts';
import { createSnippet, rawFile, removeSnippet, updateSnippet } from './snippets.ts';

/** `GET /projects/:id/snippets`, document 2:61. */
export function list(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path['id']);
  const seen = world.snippets.filter((row) => row.project_id === project.id && seesSnippet(world, row, request.as));
  const snippets = ordered(seen, ({ created_at }) => created_at, true);
  return paged(request, snippets, (row) => snippetView(world, row));
}

/** `POST /projects/:id/snippets`, document 2:62: from reporter on. */
export function create(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path['id'], LEVEL.reporter);
  if (project.archived) throw forbidden();
  return createSnippet(world, request, project);
}

/** `GET /projects/:id/snippets/:snippet_id/raw`, document 2:65: the first file. */
export function raw(world: World, request: Request): Reply {
  const [first] = filesOf(snippetOf(world, request));
  if (first === undefined) throw notFound('Snippet');
  return rawFile(first);
}

/** Document 2:60-65. */
export const projectSnippets: Operations = {
  'GET /projects/:id/snippets': withoutSignIn(list),
  'GET /projects/:id/snippets/:snippet_id': withoutSignIn((world, request) =>
    ok(wholeSnippet(world, snippetOf(world, request))),
  ),
  'GET /projects/:id/snippets/:snippet_id/raw': withoutSignIn(raw),
  'POST /projects/:id/snippets': create,
  'PUT /projects/:id/snippets/:snippet_id': (world, request) =>
    updateSnippet(world, request, snippetOf(world, request)),
  'DELETE /projects/:id/snippets/:snippet_id': (world, request) =>
    removeSnippet(world, request, snippetOf(world, request)),
};

function snippetOf(world: World, request: Request): Snippet {
  const project = requireProject(world, request.as, request.path['id']);
  const snippet = world.snippets.get(pathInteger(request, 'snippet_id') ?? 0);
  const isHere = snippet?.project_id === project.id && seesSnippet(world, snippet, request.as);
  if (snippet === undefined || !isHere) throw notFound('Snippet');
  return snippet;
}
