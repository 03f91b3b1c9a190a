import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, forbidden, Refusal } from '../http/refusal.ts';
import { levelInGroup, seesGroup } from '../world/access.ts';
import type { Visibility } from '../world/groups.ts';
import type { Import, ImportCourse } from '../world/imports.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** A repository of another service. */
export interface External {
  source: Import['source'];
  /** `owner/repository`. */
  fullName: string;
  link: string;
  visibility: Visibility;
}

type Namespace = Project['namespace'];

/** 422, which the documents list for imports. */
export const unprocessable = (reason: string) => new Refusal(422, { errors: reason, message: `422 ${reason}` });

/**
 * The namespace of `target_namespace`: a group in which the caller is a Maintainer, or their personal namespace.
 * Fails: 400 if it is blank, 422 if it doesn't exist, 403 for a missing role.
 */
export function targetOf(world: World, as: Caller, path: string): Namespace {
  const wanted = path.trim().replace(/^\/+|\/+$/g, '');
  if (wanted === '') throw badParameter('target_namespace is empty');
  const group = /^\d+$/.test(wanted) ? undefined : world.groups.lookup(wanted);
  if (group !== undefined && seesGroup(world, group, as)) {
    if (levelInGroup(world, group, as) < LEVEL.maintainer) throw forbidden('You cannot import into this namespace');
    return { kind: 'group', id: group.id };
  }
  const user = world.users.byUsername(wanted);
  if (user === undefined) throw unprocessable('Namespace or group to import repository into does not exist.');
  if (user.id !== signedIn(as).id && !as.admin) throw forbidden('You cannot import into this namespace');
  return { kind: 'user', id: user.id };
}

/** `new_name`, or the name of the repository. Fails: 400 for a blank name. */
export function newNameOf(read: Reader, external: string): string {
  const name = read.text('new_name');
  if (name === undefined) return external.slice(external.lastIndexOf('/') + 1);
  if (name.trim() === '' || name.length > 255) throw badParameter('new_name does not have a valid value');
  return name.trim();
}

/** Creates the project and starts its import. Fails: 422 if the path exists. */
export function begin(
  world: World,
  as: Caller,
  namespace: Namespace,
  name: string,
  external: External,
  { atMs: now = world.clock.now(), course = world.imports.nextCourse() }: { atMs?: number; course?: ImportCourse } = {},
) {
  const user = signedIn(as);
  const path = name.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'repository';
  const isTaken = world.projects.find(
    (project) =>
      project.namespace.kind === namespace.kind &&
      project.namespace.id === namespace.id &&
      (project.path.toLowerCase() === path.toLowerCase() || project.name === name),
  );
  if (isTaken !== undefined) throw unprocessable('Project name or path has already been taken');
  const project = world.projects.add({
    name,
    path,
    description: '',
    // With a group access token, the visibility of the repository is kept (document 3:98).
    visibility: user.type === 'project_bot' ? external.visibility : 'private',
    namespace,
    creator_id: user.id,
    default_branch: 'main',
    archived: false,
    topics: [],
    star_count: 0,
    avatar_url: null,
    created_at: now,
    last_activity_at: now,
  });
  const row = world.imports.add({
    project_id: project.id,
    user_id: user.id,
    source: external.source,
    import_source: external.fullName,
    provider_link: external.link,
    created_at: now,
    canceled_at: null,
    ...course,
  });
  return { project, row };
}
