import type { Caller } from '../caller.ts';
import { iso, isoDate } from '../clock.ts';
import { fieldsInDialect } from '../gitlab/names.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';

/** The public fields of an account (document 3, User). */
export function publicUser(world: World, user: User) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    locked: user.locked,
    avatar_url: user.avatar_url,
    web_url: `${world.url}/${user.username}`,
  };
}

/** The user object inside deployments, issues, members … */
export const userReference = (world: World, id: number | null) => {
  const user = id === null ? undefined : world.users.get(id);
  return user === undefined ? null : publicUser(world, user);
};

/** A single account for callers with a token. A private profile has only the public fields, except for its owner. */
export function signedInUser(world: World, user: User, as: Caller) {
  if (user.private_profile && as.user?.id !== user.id) return publicUser(world, user);
  return { ...publicUser(world, user), ...profile(world, user, as) };
}

/** An account for administrators, in lists and as a single row. */
export function adminUser(world: World, user: User, as: Caller) {
  return {
    ...publicUser(world, user),
    ...profile(world, user, as),
    email: user.email,
    is_admin: user.is_admin,
    is_auditor: user.is_auditor,
    last_sign_in_at: iso(user.last_sign_in_at),
    confirmed_at: iso(user.confirmed_at),
    theme_id: user.theme_id,
    last_activity_on: isoDate(user.last_activity_on),
    color_scheme_id: user.color_scheme_id,
    projects_limit: user.projects_limit,
    current_sign_in_at: iso(user.current_sign_in_at),
    note: user.note,
    identities: user.identities,
    can_create_group: user.can_create_group,
    can_create_project: user.can_create_project,
    two_factor_enabled: user.two_factor_enabled,
    external: user.external,
    private_profile: user.private_profile,
    current_sign_in_ip: user.current_sign_in_ip,
    last_sign_in_ip: user.last_sign_in_ip,
    namespace_id: user.namespace_id,
    created_by: userReference(world, user.created_by_id),
    scim_identities: user.scim_identities,
    shared_runners_minutes_limit: user.shared_runners_minutes_limit,
    extra_shared_runners_minutes_limit: user.extra_shared_runners_minutes_limit,
    using_license_seat: user.using_license_seat,
    provisioned_by_group_id: user.provisioned_by_group_id,
  };
}

function profile(world: World, user: User, as: Caller) {
  const { network_a, network_b, network_c, codehost_a } = user;
  return {
    created_at: iso(user.created_at),
    bio: user.bio,
    bot: user.type !== 'human',
    location: user.location,
    public_email: user.public_email,
    ...fieldsInDialect(world.settings, { network_a, network_b, network_c, codehost_a }),
    website_url: user.website_url,
    organization: user.organization,
    job_title: user.job_title,
    pronouns: user.pronouns,
    work_information: user.work_information,
    followers: user.follower_ids.length,
    following: user.following,
    local_time: localTime(world.clock.now(), user.utc_offset_minutes),
    is_followed: as.user !== null && user.follower_ids.includes(as.user.id),
  };
}

/** The local time of the user: `3:38 PM`. */
function localTime(nowMs: number, utcOffsetMinutes: number) {
  const there = new Date(nowMs + utcOffsetMinutes * 60_000);
  const hours = there.getUTCHours();
  const minutes = String(there.getUTCMinutes()).padStart(2, '0');
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}
