import type { Params } from '../http/params.ts';
import { badParameter } from '../http/refusal.ts';
import { reader } from '../http/reader.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';

type Test = (user: User) => boolean;

/** The filters of `GET /users` for all callers (document 3:40). Fails: 400 for `blocked=false` (readings 31). */
export function filtersForAll(query: Params): Test[] {
  const read = reader(query);
  const tests: Test[] = [];
  const whenTrue = (name: string, test: Test) => {
    if (read.boolean(name)) tests.push(test);
  };
  const username = read.text('username')?.toLowerCase();
  if (username !== undefined) tests.push((user) => user.username.toLowerCase() === username);
  const email = read.text('public_email')?.toLowerCase();
  if (email !== undefined) tests.push((user) => user.public_email !== '' && user.public_email.toLowerCase() === email);

  if (read.boolean('blocked') === false) throw badParameter('blocked does not have a valid value');
  whenTrue('blocked', (user) => user.state === 'blocked');
  whenTrue('active', (user) => user.state === 'active');
  whenTrue('exclude_active', (user) => user.state !== 'active');
  whenTrue('external', (user) => user.external);
  whenTrue('exclude_external', (user) => !user.external);
  whenTrue('humans', (user) => user.type === 'human');
  whenTrue('exclude_humans', (user) => user.type !== 'human');
  whenTrue('exclude_internal', (user) => user.type !== 'internal');
  whenTrue('without_project_bots', (user) => user.type !== 'project_bot');

  const after = read.instant('created_after');
  if (after !== undefined) tests.push((user) => user.created_at > after);
  const before = read.instant('created_before');
  if (before !== undefined) tests.push((user) => user.created_at < before);
  return tests;
}

/** `search`: part of a name or user name, or a whole e-mail address; administrators also find private ones. */
export function searchFilter(query: Params, isAdmin: boolean): Test[] {
  const term = reader(query).text('search')?.trim().toLowerCase();
  if (term === undefined || term === '') return [];
  const isEmail = (address: string | null) => address !== null && address !== '' && address.toLowerCase() === term;
  return [
    (user) =>
      user.name.toLowerCase().includes(term) ||
      user.username.toLowerCase().includes(term) ||
      isEmail(user.public_email) ||
      (isAdmin && (isEmail(user.email) || isEmail(user.unconfirmed_email))),
  ];
}

/** The filters for administrators. They are ignored from other callers. */
export function filtersForAdmins(world: World, query: Params): Test[] {
  const read = reader(query);
  const tests: Test[] = [];
  const provider = read.text('provider');
  const uid = read.text('extern_uid');
  if (provider !== undefined || uid !== undefined) tests.push((user) => hasIdentity(user, provider, uid));

  const twoFactor = read.oneOf('two_factor', ['enabled', 'disabled']);
  if (twoFactor !== undefined) tests.push((user) => user.two_factor_enabled === (twoFactor === 'enabled'));
  if (read.boolean('without_projects')) {
    const withProjects = world.members.usersWithProjects();
    tests.push((user) => !withProjects.has(user.id));
  }
  if (read.boolean('admins')) tests.push((user) => user.is_admin);
  if (read.boolean('auditors')) tests.push((user) => user.is_auditor);
  if (read.boolean('skip_ldap')) {
    tests.push((user) => !user.identities.some((identity) => identity.provider.startsWith('ldap')));
  }
  const wanted = read.hash('custom_attributes') ?? {};
  for (const key of Object.keys(wanted)) {
    const value = reader(wanted).required.text(key);
    tests.push((user) => user.custom_attributes.some((one) => one.key === key && one.value === value));
  }
  return tests;
}

function hasIdentity(user: User, provider: string | undefined, uid: string | undefined) {
  const scim = user.scim_identities.map(({ extern_uid }) => ({ provider: 'scim', extern_uid }));
  return [...user.identities, ...scim].some(
    (identity) =>
      (provider === undefined || identity.provider === provider) && (uid === undefined || identity.extern_uid === uid),
  );
}
