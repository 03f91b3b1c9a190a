import { collection, nightly } from './collection.ts';
import { LimitedProject } from './job-token-scope.ts';

/** The projects in the allowlist of a project. Their job tokens are accepted there. */
export const jobTokenProjects = collection({
  row: LimitedProject,
  lists: { project: 'GET /projects/:id/job_token_scope/allowlist' },
  kept: nightly(1),
  setup: { position: 114, role: 'maintainer' },
  title: ['path_with_namespace', 'name'],
  columns: { path_with_namespace: 'normal', name: 'normal', created_at: 'moment', last_activity_at: 'moment' },
  searched: ['path_with_namespace', 'name'],
  recorded: { not: ['last_activity_at'] },
  groups: {
    project: ['path_with_namespace', 'name', 'name_with_namespace', 'path', 'description', 'default_branch'],
    place: ['namespace', 'tag_list', 'topics', 'star_count', 'created_at', 'last_activity_at'],
    links: ['web_url', 'ssh_url_to_repo', 'http_url_to_repo', 'avatar_url', 'id'],
  },
  isInPalette: false,
  isCounted: false,
});
