import { iso } from '../clock.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** The addresses of a project and of its repository. */
export function projectUrls(world: World, project: Project) {
  const path = world.projects.fullPath(project);
  const web = `${world.url}/${path}`;
  return { web, http: `${web}.git`, ssh: `git@${new URL(world.url).hostname}:${path}.git` };
}

/** The public fields of a project (document 1:124). */
export function limitedProject(world: World, project: Project) {
  const urls = projectUrls(world, project);
  return {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: world.projects.fullName(project),
    path: project.path,
    path_with_namespace: world.projects.fullPath(project),
    created_at: iso(project.created_at),
    default_branch: project.default_branch,
    tag_list: project.topics,
    topics: project.topics,
    ssh_url_to_repo: urls.ssh,
    http_url_to_repo: urls.http,
    web_url: urls.web,
    avatar_url: project.avatar_url,
    star_count: project.star_count,
    last_activity_at: iso(project.last_activity_at),
    namespace: namespaceView(world, project),
  };
}

function namespaceView(world: World, project: Project) {
  const [group] = world.projects.groupsOf(project);
  if (group !== undefined) {
    const full_path = world.groups.fullPath(group);
    const { id, name, path, parent_id, avatar_url } = group;
    return {
      id,
      name,
      path,
      kind: 'group',
      full_path,
      parent_id,
      avatar_url,
      web_url: `${world.url}/groups/${full_path}`,
    };
  }
  const owner = world.projects.ownerOf(project);
  if (owner === undefined) throw new Error(`project ${project.id} lies nowhere`);
  const { namespace_id, name, username, avatar_url } = owner;
  return {
    id: namespace_id,
    name,
    path: username,
    kind: 'user',
    full_path: username,
    parent_id: null,
    avatar_url,
    web_url: `${world.url}/${username}`,
  };
}
