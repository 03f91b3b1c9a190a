import { signedIn } from '../caller.ts';
import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { snippetView, wholeSnippet } from '../views/snippets.ts';
import { seesSnippet } from '../world/snippet-access.ts';
import { filesAt, filesOf } from '../world/snippets.ts';
import type { Snippet } from '../world/snippets.ts';
import type { World } from '../world/world.ts';
import { ordered } from './issuable-filters.ts';
import { createSnippet, rawFile, removeSnippet, updateSnippet } from './snippets.ts';

/** `GET /snippets`, document 2:52: those of the caller. */
export function list(world: World, request: Request): Reply {
  const user = signedIn(request.as);
  const read = reader(request.query);
  const after = read.instant('created_after') ?? -Infinity;
  const before = read.instant('created_before') ?? Infinity;
  // Replies know whole seconds only, so what they show must find the row again.
  const isBetween = (at: number) => Math.floor(at / 1000) * 1000 >= after && Math.floor(at / 1000) * 1000 <= before;
  const own = world.snippets.filter(
    (row) => row.project_id === null && row.author_id === user.id && isBetween(row.created_at),
  );
  const snippets = ordered(own, ({ created_at }) => created_at, true);
  return paged(request, snippets, (row) => snippetView(world, row));
}

/** `GET /snippets/:id/raw`, document 2:54: the first file. */
export function raw(world: World, request: Request): Reply {
  const [first] = filesOf(snippetOf(world, request));
  if (first === undefined) throw notFound('Snippet');
  return rawFile(first);
}

/** `GET /snippets/:id/files/:ref/:file_path/raw`, document 2:55. */
export function fileAtRef(world: World, request: Request): Reply {
  const { ref = '', file_path: path } = request.path;
  const files = filesAt(snippetOf(world, request), ref);
  if (files === undefined) throw notFound('Commit');
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw notFound('File');
  return rawFile(file);
}

/** Document 2:51-58. */
export const personalSnippets: Operations = {
  'GET /snippets': list,
  'GET /snippets/:id': withoutSignIn((world, request) => ok(wholeSnippet(world, snippetOf(world, request)))),
  'GET /snippets/:id/raw': withoutSignIn(raw),
  'GET /snippets/:id/files/:ref/:file_path/raw': withoutSignIn(fileAtRef),
  'POST /snippets': (world, request) => {
    if (request.as.user?.external === true) throw forbidden();
    return createSnippet(world, request, null);
  },
  'PUT /snippets/:id': (world, request) => updateSnippet(world, request, snippetOf(world, request)),
  'DELETE /snippets/:id': (world, request) => removeSnippet(world, request, snippetOf(world, request)),
};

function snippetOf(world: World, request: Request): Snippet {
  const snippet = world.snippets.get(pathInteger(request, 'id') ?? 0);
  if (snippet?.project_id !== null || !seesSnippet(world, snippet, request.as)) throw notFound('Snippet');
  return snippet;
}
