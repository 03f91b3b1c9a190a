import { iso } from '../clock.ts';
import type { Commit, Stats } from '../world/git/git-log.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** A commit in lists and inside branches, deployments, releases … (document 1, Commit). */
export function commitView(world: World, project: Project, commit: Commit, { trailers = true } = {}) {
  const shown = trailers ? commit.trailers : [];
  return {
    ...bareCommit(commit),
    trailers: Object.fromEntries(shown),
    extended_trailers: extended(shown),
    web_url: `${world.url}/${world.projects.fullPath(project)}/-/commit/${commit.id}`,
  };
}

/** A commit without the fields of its project, as in replies of submodules and context commits. */
export function bareCommit({ id, parent_ids, message, author, committer }: Commit) {
  return {
    id,
    short_id: id.slice(0, 8),
    created_at: iso(committer.atMs),
    parent_ids,
    title: message.trimStart().split(/\r?\n/, 1)[0] ?? '',
    message,
    author_name: author.name,
    author_email: author.email,
    authored_date: iso(author.atMs),
    committer_name: committer.name,
    committer_email: committer.email,
    committed_date: iso(committer.atMs),
  };
}

export const statsView = ({ additions, deletions }: Stats) => ({
  additions,
  deletions,
  total: additions + deletions,
});

/** The state of the newest pipeline of a commit, or null. */
export const commitStatus = (world: World, project: Project, commit: Commit) =>
  world.repositories.lastPipeline(project, commit.id)?.status ?? null;

function extended(trailers: Commit['trailers']) {
  const values: Record<string, string[]> = {};
  for (const [key, value] of trailers) (values[key] ??= []).push(value);
  return values;
}
