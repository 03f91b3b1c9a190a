import { iso } from '../clock.ts';
import { filesOf, SNIPPET_BRANCH } from '../world/snippets.ts';
import type { Snippet } from '../world/snippets.ts';
import type { World } from '../world/world.ts';
import { authorOf } from './people.ts';

/** A snippet in a list (document 2, Snippet). */
export function snippetView(world: World, snippet: Snippet) {
  const address = `${world.url}/${pathOf(world, snippet)}`;
  return {
    id: snippet.id,
    title: snippet.title,
    description: snippet.description,
    visibility: snippet.visibility,
    author: authorOf(world, snippet.author_id),
    created_at: iso(snippet.created_at),
    updated_at: iso(snippet.updated_at),
    expires_at: iso(snippet.expires_at),
    project_id: snippet.project_id,
    imported: snippet.imported,
    imported_from: snippet.imported_from,
    web_url: address,
    raw_url: `${address}/raw`,
    file_name: filesOf(snippet)[0]?.path ?? '',
  };
}

/** A single snippet, as returned by reading, creating and changing it. */
export function wholeSnippet(world: World, snippet: Snippet) {
  const path = pathOf(world, snippet);
  // The repository of a snippet has the address `group/project/snippets/7.git`.
  const repository = path.replace(/^-\/|\/-(?=\/snippets\/\d+$)/, '');
  const { hostname } = new URL(world.url);
  return {
    ...snippetView(world, snippet),
    ssh_url_to_repo: `ssh://git@${hostname}/${repository}.git`,
    http_url_to_repo: `${world.url}/${repository}.git`,
    files: filesOf(snippet).map((file) => ({
      path: file.path,
      raw_url: `${world.url}/${path}/raw/${SNIPPET_BRANCH}/${file.path.split('/').map(encodeURIComponent).join('/')}`,
    })),
  };
}

function pathOf(world: World, { id, project_id }: Snippet) {
  const project = project_id === null ? undefined : world.projects.get(project_id);
  return project === undefined ? `-/snippets/${id}` : `${world.projects.fullPath(project)}/-/snippets/${id}`;
}
