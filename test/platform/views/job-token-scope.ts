import type { Group } from '../world/groups.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** Document 1, Job token scope. */
export const jobTokenScopeView = (world: World, project: Project) => ({
  inbound_enabled: world.jobTokenScopes.isInboundEnabled(project),
  outbound_enabled: world.jobTokenScopes.of(project).isOutboundEnabled,
});

/** A group of an allowlist (document 1:127). */
export const listedGroup = (world: World, group: Group) => ({
  id: group.id,
  web_url: `${world.url}/groups/${world.groups.fullPath(group)}`,
  name: group.name,
});
