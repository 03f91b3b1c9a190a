import { signedIn } from '../caller.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, forbidden } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { wholeSnippet } from '../views/snippets.ts';
import type { Project } from '../world/projects.ts';
import { mayEditSnippet } from '../world/snippet-access.ts';
import { versionAfter } from '../world/snippets.ts';
import type { Snippet, SnippetFile } from '../world/snippets.ts';
import type { World } from '../world/world.ts';
import { changedFiles, newFiles } from './snippet-files.ts';

const VISIBILITIES = ['private', 'internal', 'public'] as const;

/** Creates a personal snippet or a project snippet. */
export function createSnippet(world: World, request: Request, project: Project | null): Reply {
  const user = signedIn(request.as);
  const read = reader(request.body);
  const now = world.clock.now();
  const title = checkedTitle(read.required.text('title'));
  const snippet = world.snippets.add({
    project_id: project?.id ?? null,
    title,
    description: read.text('description') ?? '',
    visibility: read.oneOf('visibility', VISIBILITIES) ?? 'private',
    author_id: user.id,
    created_at: now,
    updated_at: now,
    expires_at: null,
    imported: false,
    imported_from: 'none',
    versions: [versionAfter(undefined, newFiles(read), now)],
  });
  return created(wholeSnippet(world, snippet));
}

/** Fails: 403 if the caller may only read, 400 without a change. */
export function updateSnippet(world: World, { as, body }: Request, snippet: Snippet): Reply {
  requireEdit(world, snippet, as);
  const read = reader(body);
  read.someOf('content', 'description', 'files', 'file_name', 'title', 'visibility');
  const changes = readChanges(snippet, read);
  const files = changedFiles(snippet, read);
  const now = world.clock.now();
  Object.assign(snippet, changes, { updated_at: now });
  if (files !== undefined) {
    snippet.versions = [...snippet.versions, versionAfter(snippet.versions.at(-1), files, now)];
  }
  return ok(wholeSnippet(world, snippet));
}

function readChanges(snippet: Snippet, read: Reader): Partial<Snippet> {
  return {
    title: checkedTitle(read.text('title') ?? snippet.title),
    description: read.text('description') ?? snippet.description,
    visibility: read.oneOf('visibility', VISIBILITIES) ?? snippet.visibility,
  };
}

export function removeSnippet(world: World, { as }: Request, snippet: Snippet): Reply {
  requireEdit(world, snippet, as);
  world.snippets.remove(snippet.id);
  return noContent();
}

function requireEdit(world: World, snippet: Snippet, as: Request['as']) {
  signedIn(as);
  const project = snippet.project_id === null ? undefined : world.projects.get(snippet.project_id);
  if (!mayEditSnippet(world, snippet, as) || project?.archived === true) throw forbidden();
}

function checkedTitle(title: string) {
  if (title.trim() === '') throw badParameter('title is empty');
  if (title.length > 255) throw badParameter('title is too long (maximum is 255 characters)');
  return title;
}

/** A file as plain text, with headers that keep a browser from showing it as a page. */
export const rawFile = ({ path, content }: SnippetFile): Reply => ({
  status: 200,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(path.split('/').at(-1) ?? '')}`,
    'x-content-type-options': 'nosniff',
  },
  bytes: Buffer.from(content),
});
