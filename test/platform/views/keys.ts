import type { Caller } from '../caller.ts';
import { iso } from '../clock.ts';
import type { Key } from '../world/keys.ts';
import type { World } from '../world/world.ts';
import { adminUser } from './users.ts';

/** A key for administrators, with its user and, for a deploy key, its projects (document 3, SSH key). */
export function keyView(world: World, key: Key, as: Caller) {
  const user = key.user_id === null ? undefined : world.users.get(key.user_id);
  const view = {
    id: key.id,
    title: key.title,
    key: key.key,
    created_at: iso(key.created_at),
    expires_at: iso(key.expires_at),
    last_used_at: iso(key.last_used_at),
    usage_type: key.usage_type,
    user: user === undefined ? null : adminUser(world, user, as),
  };
  if (key.kind === 'user') return view;
  const projects = world.keys.deployKeyProjects.filter((row) => row.deploy_key_id === key.id);
  return {
    ...view,
    deploy_keys_projects: projects.map(({ id, deploy_key_id, project_id, can_push, created_at, updated_at }) => ({
      id,
      deploy_key_id,
      project_id,
      can_push,
      created_at: iso(created_at),
      updated_at: iso(updated_at),
    })),
  };
}
