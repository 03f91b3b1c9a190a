import { signedIn } from '../caller.ts';
import { DAY_MS } from '../clock.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badFields, badParameter, badRequest, forbidden, notFound, Refusal } from '../http/refusal.ts';
import { created } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { memberView } from '../views/members.ts';
import { levelInProject, requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import type { Member } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';

const LEVELS: readonly number[] = [
  LEVEL.guest,
  LEVEL.planner,
  LEVEL.reporter,
  LEVEL.securityManager,
  LEVEL.developer,
  LEVEL.maintainer,
  LEVEL.owner,
];

/** The common fields of all members that one request adds. */
type Terms = Pick<Member, 'access_level' | 'expires_at' | 'created_by_id'> & {
  member_role_id: number | null;
  invite_source: string | null;
};

/**
 * `POST /projects/:id/members`, document 3:84. Replies with the member; for several, with the status and the failures.
 * If adding one fails, the others are still added.
 */
export function add(world: World, request: Request): Reply {
  const { as, path, body } = request;
  const project = requireProject(world, as, path.id, LEVEL.maintainer);
  const read = reader(body);
  const found = accountsOf(world, read);
  const terms = termsOf(world, project, read, signedIn(as).id);
  if (terms.access_level > levelInProject(world, project, as)) throw forbidden();
  const [only] = found;
  if (found.length === 1 && only !== undefined) {
    const member = join(world, project, only.user, terms);
    return created(memberView(world, member, { project, as, withSeat: false }));
  }
  const failures: Record<string, string> = {};
  for (const { key, user } of found) {
    try {
      join(world, project, user, terms);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures[user?.username ?? key] = reasonOf(error);
    }
  }
  const hasFailed = Object.keys(failures).length > 0;
  return created(hasFailed ? { status: 'error', message: failures } : { status: 'success' });
}

interface Found {
  key: string;
  user: User | undefined;
}

function accountsOf({ users }: World, read: Reader): Found[] {
  read.someOf('user_id', 'username');
  read.exclusive('user_id', 'username');
  const ids = read.integers('user_id');
  const names = read.list('username') ?? [];
  const found =
    ids === undefined
      ? names.map((key) => ({ key, user: users.byUsername(key) }))
      : ids.map((id) => ({ key: String(id), user: users.get(id) }));
  if (found.length === 0) throw badParameter(`${ids === undefined ? 'username' : 'user_id'} is empty`);
  return [...new Map(found.map((each) => [each.key.toLowerCase(), each])).values()];
}

function termsOf(world: World, project: Project, read: Reader, callerId: number): Terms {
  const access_level = read.required.integer('access_level');
  if (!LEVELS.includes(access_level)) throw badParameter('access_level does not have a valid value');
  const expires_at = read.date('expires_at') ?? null;
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  if (expires_at !== null && expires_at <= today) throw badFields({ expires_at: ['cannot be a date in the past'] });
  const member_role_id = read.integer('member_role_id') ?? null;
  if (member_role_id !== null) requireRole(world, project, member_role_id, access_level);
  const invite_source = read.text('invite_source') ?? null;
  return { access_level, expires_at, created_by_id: callerId, member_role_id, invite_source };
}

/** Custom roles belong to the top-level group, and extend one access level. */
function requireRole(world: World, project: Project, id: number, level: number) {
  const role = world.members.roles.get(id);
  const top = world.projects.groupsOf(project).at(-1);
  if (role === undefined || role.group_id !== top?.id) throw badRequest('Member role not found');
  if (role.base_access_level !== level)
    throw badFields({ member_role_id: ["the role's base access level does not match access_level"] });
}

function join(world: World, project: Project, user: User | undefined, terms: Terms): Member {
  if (user === undefined) throw notFound('User');
  if (world.members.direct(project).some(({ user_id }) => user_id === user.id))
    throw new Refusal(409, 'Member already exists');
  const group = user.type === 'service_account' ? world.groups.get(user.provisioned_by_group_id ?? 0) : undefined;
  if (group !== undefined && !world.projects.groupsOf(project).includes(group))
    throw badRequest('The service account belongs to another group');
  const [nearest] = world.projects.groupsOf(project);
  const inherited = nearest === undefined ? LEVEL.none : world.members.levelInGroup(nearest, user.id);
  if (inherited > terms.access_level)
    throw badFields({ access_level: [`should be greater than or equal to the inherited level ${inherited}`] });
  return world.members.add({
    source: { kind: 'project', id: project.id },
    user_id: user.id,
    created_at: world.clock.now(),
    ...terms,
  });
}

function reasonOf({ body }: Refusal): string {
  const { message } = body as { message: unknown };
  return typeof message === 'string' ? message : JSON.stringify(message);
}
