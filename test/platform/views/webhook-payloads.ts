import { iso } from '../clock.ts';
import type { Deployment } from '../world/deployments.ts';
import type { Changes, Commit } from '../world/git/git-log.ts';
import { NO_COMMIT } from '../world/git/git-objects.ts';
import type { Issue } from '../world/issues.ts';
import type { Note } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import type { Push } from '../world/repositories.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { projectUrls } from './projects.ts';

const VISIBILITY_LEVELS = { private: 0, internal: 10, public: 20 } as const;

/** A commit of a push and the files that it changed. */
export interface PushedCommit {
  commit: Commit;
  changes: Changes;
}

/** The maximum number of commits in a push event. */
export const MAX_PUSHED_COMMITS = 20;

/** Document 1, Events: a push of a branch or of a tag. `commits` are the last ones of the push, the oldest first. */
export function pushPayload(world: World, push: Push, commits: readonly PushedCommit[]) {
  const { project, user, ref, before, after } = push;
  const kind = ref.startsWith('refs/tags/') ? 'tag_push' : 'push';
  const branch = ref.replace(/^refs\/heads\//, '');
  return {
    object_kind: kind,
    event_name: kind,
    before,
    after,
    ref,
    ref_protected: kind === 'push' && world.protectedBranches.covering(project, branch).length > 0,
    checkout_sha: after === NO_COMMIT ? null : after,
    message: null,
    user_id: user.id,
    user_name: user.name,
    user_username: user.username,
    user_email: user.public_email,
    user_avatar: user.avatar_url,
    project_id: project.id,
    project: projectFacts(world, project),
    commits: commits.map((one) => commitFacts(world, project, one)),
    total_commits_count: push.commits.length,
    push_options: {},
    repository: repositoryFacts(world, project),
  };
}

/** A repository update event; its body is undocumented. */
export const repositoryUpdatePayload = (world: World, { project, user, ref, before, after }: Push) => ({
  event_name: 'repository_update',
  user_id: user.id,
  user_name: user.name,
  user_email: user.public_email,
  user_avatar: user.avatar_url,
  project_id: project.id,
  project: projectFacts(world, project),
  changes: [{ before, after, ref }],
  refs: [ref],
});

/** An issue event; its body is undocumented. */
export function issuePayload(world: World, project: Project, issue: Issue, action: string) {
  return {
    object_kind: 'issue',
    event_type: 'issue',
    user: personFacts(world.users.get(issue.author_id)),
    project: projectFacts(world, project),
    repository: repositoryFacts(world, project),
    object_attributes: {
      id: issue.id,
      iid: issue.iid,
      title: issue.title,
      description: issue.description,
      state: issue.state,
      author_id: issue.author_id,
      project_id: project.id,
      created_at: iso(issue.created_at),
      updated_at: iso(issue.updated_at),
      action,
      url: `${projectUrls(world, project).web}/-/issues/${issue.iid}`,
    },
  };
}

/** A comment event; its body is undocumented. */
export function notePayload(world: World, project: Project, note: Note, isConfidential: boolean) {
  const author = world.users.get(note.author_id);
  const on = targetOf(world, note);
  return {
    object_kind: 'note',
    event_type: isConfidential ? 'confidential_note' : 'note',
    user: personFacts(author),
    project_id: project.id,
    project: projectFacts(world, project),
    repository: repositoryFacts(world, project),
    object_attributes: {
      id: note.id,
      note: note.body,
      noteable_type: note.noteable_type,
      noteable_id: note.noteable_id,
      author_id: note.author_id,
      created_at: iso(note.created_at),
      updated_at: iso(note.updated_at),
      project_id: project.id,
      system: note.system,
      internal: note.internal,
      action: 'create',
      url: `${projectUrls(world, project).web}/-/${on.path}#note_${note.id}`,
    },
    ...on.facts,
  };
}

function targetOf(world: World, { noteable_type, noteable_id, noteable_iid }: Note) {
  if (noteable_type === 'Issue') {
    const issue = world.issues.get(noteable_id);
    const facts = { id: noteable_id, iid: noteable_iid, title: issue?.title, state: issue?.state };
    return { path: `issues/${noteable_iid}`, facts: { issue: facts } };
  }
  if (noteable_type === 'MergeRequest') {
    const row = world.mergeRequests.get(noteable_id);
    const facts = { id: noteable_id, iid: noteable_iid, title: row?.title, state: row?.state };
    return { path: `merge_requests/${noteable_iid}`, facts: { merge_request: facts } };
  }
  const facts = { id: noteable_id, title: world.snippets.get(noteable_id)?.title };
  return { path: `snippets/${noteable_id}`, facts: { snippet: facts } };
}

interface WikiNews {
  slug: string;
  action: string;
  title: string;
  content: string;
  format: string;
  message: string;
  user: User | undefined;
}

/** A wiki page event; its body is undocumented. */
export function wikiPayload(world: World, project: Project, { user, ...page }: WikiNews) {
  const { web } = projectUrls(world, project);
  return {
    object_kind: 'wiki_page',
    user: personFacts(user),
    project: projectFacts(world, project),
    wiki: { web_url: `${web}/-/wikis/home`, path_with_namespace: `${world.projects.fullPath(project)}.wiki` },
    object_attributes: { ...page, url: `${web}/-/wikis/${page.slug}` },
  };
}

/** A deployment event; its body is undocumented. */
export function deploymentPayload(world: World, project: Project, row: Deployment, commit: Commit | undefined) {
  const { web } = projectUrls(world, project);
  const environment = world.environments.get(row.environment_id);
  const user = world.users.get(row.user_id);
  return {
    object_kind: 'deployment',
    status: row.status,
    status_changed_at: iso(row.updated_at),
    deployment_id: row.id,
    deployable_id: row.job_id,
    deployable_url: row.job_id === null ? null : `${web}/-/jobs/${row.job_id}`,
    environment: environment?.name,
    environment_external_url: environment?.external_url ?? null,
    project: projectFacts(world, project),
    ref: row.ref,
    short_sha: row.sha.slice(0, 8),
    user: personFacts(user),
    user_url: user === undefined ? null : `${world.url}/${user.username}`,
    commit_url: `${web}/-/commit/${row.sha}`,
    commit_title: commit?.message.split('\n', 1)[0] ?? null,
  };
}

/** `project` of every event (document 1, Events). */
function projectFacts(world: World, project: Project) {
  const { web, http, ssh } = projectUrls(world, project);
  const [group] = world.projects.groupsOf(project);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    web_url: web,
    avatar_url: project.avatar_url,
    git_ssh_url: ssh,
    git_http_url: http,
    namespace: group?.name ?? world.projects.ownerOf(project)?.name ?? '',
    visibility_level: VISIBILITY_LEVELS[project.visibility],
    path_with_namespace: world.projects.fullPath(project),
    default_branch: project.default_branch,
    ci_config_path: null,
    homepage: web,
    url: ssh,
    ssh_url: ssh,
    http_url: http,
  };
}

function repositoryFacts(world: World, project: Project) {
  const { web, http, ssh } = projectUrls(world, project);
  return {
    name: project.name,
    url: ssh,
    description: project.description,
    homepage: web,
    git_http_url: http,
    git_ssh_url: ssh,
    visibility_level: VISIBILITY_LEVELS[project.visibility],
  };
}

const commitFacts = (world: World, project: Project, { commit, changes }: PushedCommit) => ({
  id: commit.id,
  message: commit.message,
  title: commit.message.trimStart().split(/\r?\n/, 1)[0] ?? '',
  timestamp: iso(commit.committer.atMs),
  url: `${projectUrls(world, project).web}/-/commit/${commit.id}`,
  author: { name: commit.author.name, email: commit.author.email },
  added: changes.added,
  modified: changes.modified,
  removed: changes.removed,
});

const personFacts = (user: User | undefined) =>
  user === undefined
    ? null
    : {
        id: user.id,
        name: user.name,
        username: user.username,
        avatar_url: user.avatar_url,
        email: user.public_email || '[REDACTED]',
      };
