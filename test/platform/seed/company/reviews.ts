import { DAY_MS } from '../../clock.ts';
import { LEVEL } from '../../world/levels.ts';
import type { Source } from '../../world/source.ts';
import type { World } from '../../world/world.ts';
import type { Cast } from '../cast.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../groups.ts';
import { ed25519Line } from '../keys.ts';

/**
 * What a review of the access finds: people who left or are idle but still have access, external people, a few projects
 * with one Owner, an unused token, a deploy key of a person who left, and odd entries of allowlists.
 */
export function seedReviews(world: World, cast: Cast): void {
  const { untilMs } = world.seeded;
  const members = new Set(world.members.all().map(({ user_id }) => user_id));
  const others = world.users
    .ordered('id')
    .filter(({ id, type, is_admin: isAdmin }) => id > 10 && type === 'human' && !isAdmin && !members.has(id));
  const [blocked] = others.filter(({ state, external }) => state === 'blocked' && !external);
  const [idle] = others.filter(
    ({ state, external, last_activity_on: at }) =>
      state === 'active' && !external && at !== null && at < untilMs - 120 * DAY_MS,
  );
  const [deputy] = others.filter(
    ({ state, external, last_activity_on: at, two_factor_enabled: has }) =>
      state === 'active' && !external && has && at !== null && at > untilMs - 7 * DAY_MS,
  );
  const [partner, freelancer] = others.filter(({ state, external }) => state === 'active' && external);
  const service = world.users
    .ordered('id')
    .find(({ type, provisioned_by_group_id: groupId }) => type === 'service_account' && groupId !== null);

  const join = (source: Source, userId: number | undefined, level: number, expiresAt: number | null = null) => {
    if (userId === undefined || world.members.find((one) => one.user_id === userId && isSame(one.source, source)))
      return;
    const terms = { access_level: level, created_at: untilMs - 200 * DAY_MS, created_by_id: cast.owner.id };
    world.members.add({ source, user_id: userId, expires_at: expiresAt, ...terms });
  };
  const project = (path: string): Source => ({ kind: 'project', id: world.projects.lookup(path)?.id ?? 0 });
  const group = (path: string): Source => ({ kind: 'group', id: world.groups.lookup(path)?.id ?? 0 });

  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  join(project(PROJECT_PATHS.private), blocked?.id, LEVEL.maintainer);
  join(project(PROJECT_PATHS.public), idle?.id, LEVEL.owner);
  join(project(PROJECT_PATHS.private), partner?.id, LEVEL.developer, today + 60 * DAY_MS);
  join(project(PROJECT_PATHS.public), freelancer?.id, LEVEL.developer);
  join(group(GROUP_PATHS.top), service?.id, LEVEL.developer);
  // A second Owner of everything below the group; other projects keep one Owner
  join(group(GROUP_PATHS.top), deputy?.id, LEVEL.owner);

  if (service !== undefined) {
    world.tokens.add({
      ...{
        value: `pat-review-${world.random('company reviews').hex(24)}`,
        user_id: service.id,
        name: 'nightly export',
      },
      ...{ description: 'Copies tables into the warehouse', scopes: ['api'], revoked: false },
      ...{ created_at: untilMs - 300 * DAY_MS, last_used_at: untilMs - 120 * DAY_MS, expires_at: today + 65 * DAY_MS },
    });
  }
  if (blocked !== undefined) seedKey(world, blocked.id);
  const app = world.projects.lookup('acme/mobile/shop-app');
  if (app === undefined) return;
  // An entry for all projects of the company, and one of an archived project
  const scope = world.jobTokenScopes.of(app);
  scope.groups.add(group(GROUP_PATHS.top).id);
  scope.projects.add(project('acme/legacy').id);
}

const isSame = (one: Source, other: Source): boolean => one.kind === other.kind && one.id === other.id;

function seedKey(world: World, userId: number): void {
  const createdAt = world.seeded.untilMs - 400 * DAY_MS;
  const { id } = world.keys.add({
    ...{
      kind: 'deploy',
      title: 'Release uploads',
      key: ed25519Line(world.random('company reviews key'), 'release@ci'),
    },
    ...{ created_at: createdAt, expires_at: null, usage_type: 'auth', user_id: userId },
    last_used_at: world.seeded.untilMs - 30 * DAY_MS,
  });
  const at = { created_at: createdAt, updated_at: createdAt };
  const website = world.projects.lookup(PROJECT_PATHS.public)?.id ?? 0;
  world.keys.deployKeyProjects.add({ deploy_key_id: id, project_id: website, can_push: true, ...at });
}
