import type { Caller } from '../caller.ts';
import { iso, isoDate } from '../clock.ts';
import { levelInGroup } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import { isAwaiting } from '../world/members.ts';
import type { Member } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { personOf } from './people.ts';

interface Options {
  project: Project;
  as: Caller;
  withSeat: boolean;
}

/** A project member (document 3, Project member). Line 86 says who may see email address and identities. */
export function memberView(world: World, member: Member, { project, as, withSeat }: Options) {
  const user = world.users.get(member.user_id);
  if (user === undefined) throw new Error(`member ${member.id} has no account`);
  return {
    ...personOf(world, user.id),
    created_at: iso(member.created_at),
    created_by: personOf(world, member.created_by_id),
    expires_at: isoDate(member.expires_at),
    access_level: member.access_level,
    ...emailOf(world, user, as),
    ...identitiesOf(world, user, project, as),
    ...(withSeat ? { is_using_seat: user.using_license_seat && !isAwaiting(member) } : {}),
  };
}

/** Visible to Owners of the group of an enterprise user. */
function emailOf(world: World, user: User, as: Caller) {
  const group = world.enterpriseUsers.groupOf(user);
  return group !== undefined && levelInGroup(world, group, as) === LEVEL.owner ? { email: user.email } : {};
}

/** Visible to Owners of the top-level group if its members sign in with an identity provider. */
function identitiesOf(world: World, user: User, project: Project, as: Caller) {
  const top = world.projects.groupsOf(project).at(-1);
  if (top === undefined || !world.enterpriseUsers.hasSso(top) || levelInGroup(world, top, as) < LEVEL.owner) return {};
  return {
    group_saml_identity: user.identities.find(({ provider }) => provider === 'group_saml') ?? null,
    group_scim_identity: user.scim_identities.find(({ group_id }) => group_id === top.id) ?? null,
  };
}
