import { expect, test } from 'vitest';
import type { LeaverLine, Leaving } from '#shared/contract/leavers.ts';
import { rig, syncList, syncUsers, type Rig } from '../../helpers/rig.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRandom, type Random } from '../../platform/random.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import type { Group } from '../../platform/world/groups.ts';
import type { Project } from '../../platform/world/projects.ts';
import type { User } from '../../platform/world/user.ts';
import type { World } from '../../platform/world/world.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

// The expected answers are computed from the simulator's world, never with the code of Reeve

const seeds = [1, 2, 3];
const lineCount = 500;

/** A value of a line. `either`: a username or an ID. */
interface Value {
  kind: 'email' | 'username' | 'either';
  text: string;
}
/** A line, and what it says. All values must belong to the same account. None: the line names no account. */
interface Line {
  text: string;
  values: Value[];
}
/** An account with the email addresses that the token can see, in the form for a comparison. */
interface Account {
  id: number;
  username: string;
  emails: Set<string>;
}

const topOf = ({ world }: Platform): Group => world.groups.lookup(GROUP_PATHS.top) as Group;
/** The form for a comparison without case. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();
const accountOf = ({ id, username }: User, emails: readonly string[]): Account => ({
  id,
  username: folded(username),
  emails: new Set(emails.map(folded)),
});

/**
 * Pairs of accounts that are easily confused. The second one has: the display name and local part of the first one, the
 * ID of the first one as its username, the local part of the first one as its username, the address of the first one as
 * its public address, the address of the first one that is not confirmed.
 */
function addTwins(world: World, random: Random): User[] {
  const free = world.users.ordered('id').filter(({ type, id }) => type === 'human' && id > 40);
  const makers: ((one: User) => Partial<User>)[] = [
    ({ name, email }) => ({ name, email: `${localOf(email)}@twin.example` }),
    ({ id }) => ({ username: String(id) }),
    ({ email }) => ({ username: localOf(email) }),
    ({ email }) => ({ public_email: email.toUpperCase() }),
    ({ email }) => ({ unconfirmed_email: email }),
  ];
  const take = (): User => free.splice(random.integer(0, free.length - 1), 1)[0] as User;
  const pair = (maker: (typeof makers)[number]): User[] => {
    const [one, other] = [take(), take()];
    // The local part of an ordinary address is the username of the same person
    world.users.edit(one.id, { email: `local-${one.id}@mail.example` });
    world.users.edit(other.id, maker(one));
    return [one, other];
  };
  return makers.flatMap((maker) => [0, 1, 2, 3].flatMap(() => pair(maker)));
}

const localOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));

/** The text with one changed, missing, additional or swapped character. */
function typo(random: Random, text: string): string {
  const at = random.integer(1, text.length - 2);
  const letter = random.pick([...'abcdefghijklmnopqrstuvwxyz']);
  const [one = '', other = ''] = text.slice(at);
  return (
    text.slice(0, at) + random.pick([letter + other, other, one + letter + other, other + one]) + text.slice(at + 2)
  );
}

const hostile = [
  `Robert'); DROP TABLE users;--`,
  '<script>alert(1)</script>',
  '\u202Emoc.live\u202C',
  '__proto__',
  '-1',
  '1.0',
  '9007199254740993',
  '@',
  'x'.repeat(20_000),
];

/** A list without a header. Null: an empty line. */
function plainLines(users: readonly User[], twins: readonly User[], random: Random): (Line | null)[] {
  const write = (text: string): string => random.pick([text, text.toUpperCase(), ` ${text}\t`, `\u00A0${text}`]);
  const makers: ((user: User) => Line | null)[] = [
    () => null,
    ({ email }) => ({ text: write(email), values: [{ kind: 'email', text: email }] }),
    ({ email }) => ({ text: `Body, Some <${email}>`, values: [{ kind: 'email', text: email }] }),
    ({ email }) => ({ text: `"Body, Some" <${email}>`, values: [{ kind: 'email', text: email }] }),
    ({ email }) => ({ text: email.normalize('NFD'), values: [{ kind: 'email', text: email }] }),
    ({ username }) => ({ text: write(username), values: [{ kind: 'either', text: username }] }),
    ({ username }) => ({ text: `@${username}`, values: [{ kind: 'username', text: username }] }),
    ({ id }) => ({ text: write(String(id)), values: [{ kind: 'either', text: String(id) }] }),
    ({ email }) => bare(localOf(email)),
    ({ email }) => bare(`${localOf(email)}@elsewhere.example`),
    ({ email }) => bare(email.replace(/[aeo]/, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? letter)),
    ({ email }) => bare(`${email.slice(0, 2)}\u200B${email.slice(2)}`),
    ({ email }) => bare(typo(random, email)),
    ({ username }) => bare(typo(random, `${username}0`)),
    () => bare(`unknown-${random.hex(6)}`),
    () => ({ text: random.pick(hostile), values: [] }),
  ];
  const others = Array.from({ length: lineCount }, () =>
    random.pick(makers)(random.pick([...users, ...twins, ...twins])),
  );
  // Without a separator in the first line, the separator is the comma
  return [bare('first'), ...others];
}

function bare(text: string): Line {
  return { text, values: [{ kind: text.indexOf('@') > 0 ? 'email' : 'either', text }] };
}

/** A CSV with a name, an email address and a username. The two values are of the same person, or not. */
function csvLines(users: readonly User[], random: Random, separator: string): Line[] {
  return Array.from({ length: lineCount }, () => {
    const [user, other] = [random.pick(users), random.pick(users)];
    const email = random.pick(['', user.email, user.email, other.email, typo(random, user.email)]);
    const username = random.pick(['', user.username, user.username.toUpperCase(), typo(random, `${user.username}0`)]);
    const name = random.pick(['"Body, Some; ""Nick"""', '"Some\nBody"', 'Some Body']);
    const values: Value[] = [
      { kind: 'email', text: email },
      { kind: 'either', text: username },
    ];
    return { text: [name, email, username].join(separator), values: values.filter(({ text }) => text !== '') };
  });
}

/** The group of a line, and the accounts that it must show. */
function expectedOf({ values }: Line, accounts: readonly Account[], seesEmails: boolean): string[] {
  const found = values.map(({ kind, text }) => {
    const value = folded(text);
    return accounts.filter(({ id, username, emails }) =>
      kind === 'email' ? emails.has(value) : username === value || (kind === 'either' && String(id) === value),
    );
  });
  const all = [...new Set(found.flat())];
  const show = (some: readonly Account[]): string => some.map(({ id }) => id).join(' ');
  if (all.length === 0 && !seesEmails && values.some(({ kind }) => kind === 'email')) return ['unmatchable '];
  // For a text that names no account, both groups are right
  if (values.length === 0) return ['unknown ', 'unmatchable '];
  if (all.length === 0) return ['unknown '];
  const common = all.filter((account) => found.every((some) => some.includes(account)));
  if (common.length === 1) return [`matched ${show(common)}`];
  return [`ambiguous ${show((common.length > 1 ? common : all).toSorted((a, b) => a.id - b.id))}`];
}

/** Compare each line of a list with the world. Each line must be in exactly one group. */
async function compare(
  { client }: Rig,
  lines: readonly (Line | null)[],
  expected: (line: Line) => string[],
  head = '',
) {
  const text = head + lines.map((line) => line?.text ?? '').join('\r\n');
  const reply = await client.leavers.match({ text });
  let number = head === '' ? 1 : 2;
  const wanted = lines.flatMap((line) => {
    const at = number;
    number += 1 + (line?.text.match(/\n/g)?.length ?? 0);
    return line === null ? [] : [{ at, line }];
  });
  expect(reply.lines.map(({ line }) => line)).toEqual(wanted.map(({ at }) => at));
  expect(Object.values(reply.counts).reduce((sum, count) => sum + count, 0)).toBe(wanted.length);
  const outcomeOf = ({ group, candidates }: LeaverLine): string =>
    `${group} ${candidates.map(({ id }) => id).join(' ')}`;
  const wrong = wanted.flatMap(({ line }, at) => {
    const got = outcomeOf(reply.lines[at] as LeaverLine);
    const right = expected(line);
    return right.includes(got) ? [] : [{ text: line.text, got, right }];
  });
  expect(wrong).toEqual([]);
  return reply.counts;
}

test.each(seeds)('500 lines and 500 rows of a CSV are in the right groups (seed %i)', async (seed) => {
  const rigged = await rig({ users: 200, seed, hostile: seed % 2 === 0 });
  const { client, platform } = rigged;
  const random = createRandom(seed, 'leavers against world');
  const twins = addTwins(platform.world, random);
  const users = [...platform.world.users.ordered('id')];
  await syncUsers(client);
  const accounts = users.map((user) => accountOf(user, [user.email, user.public_email]));
  const expected = (line: Line): string[] => expectedOf(line, accounts, true);
  const counts = await compare(rigged, plainLines(users, twins, random), expected);
  for (const group of ['matched', 'ambiguous', 'unknown'] as const) expect(counts[group]).toBeGreaterThan(3);
  const separator = random.pick([',', ';', '\t']);
  const head = `\uFEFF${['Name', 'E-Mail', 'User Name'].join(separator)}\r\n`;
  await compare(rigged, csvLines(users, random, separator), expected, head);
});

test('with the token of an Owner, an address is matched only if the Owner can see it', async () => {
  const rigged = await rig({ as: 'owner', users: 200 });
  const { client, platform } = rigged;
  const { world } = platform;
  const random = createRandom(4, 'leavers against world');
  const twins = addTwins(world, random);
  const users = [...world.users.ordered('id')];
  const top = topOf(platform);
  await syncUsers(client);
  for (const list of ['enterpriseUsers', 'serviceAccounts'] as const) await syncList(client, list, `group:${top.id}`);
  const seen = new Set([...world.enterpriseUsers.of(top), ...world.serviceAccounts.of(top)].map(({ id }) => id));
  const accounts = users.map((user) => accountOf(user, seen.has(user.id) ? [user.email] : []));
  const lines = plainLines(users, [...twins, ...users.filter(({ id }) => seen.has(id))], random);
  const counts = await compare(rigged, lines, (line) => expectedOf(line, accounts, false));
  for (const group of ['matched', 'unknown', 'unmatchable'] as const) expect(counts[group]).toBeGreaterThan(3);
});

/** The Owners of a project, by the world. */
function ownersOf(world: World, project: Project): User[] {
  const levels = new Map<number, number>();
  for (const { member } of world.members.routes(project))
    levels.set(member.user_id, Math.max(levels.get(member.user_id) ?? 0, member.access_level));
  return [...levels].flatMap(([id, level]) => (level === 50 ? (world.users.get(id) ?? []) : []));
}

/** Random memberships, a few with an account that is not active. */
function addMemberships(world: World, random: Random): void {
  const people = world.users.ordered('id').filter(({ type, id }) => type === 'human' && id > 10);
  const places = (['group', 'project'] as const).flatMap((kind) =>
    (kind === 'group' ? world.groups : world.projects).all().map(({ id }) => ({ kind, id })),
  );
  for (let n = 0; n < 60; n += 1) {
    const [source, user] = [random.pick(places), random.pick(people)];
    if (
      world.members.find(
        (one) => one.user_id === user.id && one.source.kind === source.kind && one.source.id === source.id,
      )
    )
      continue;
    const terms = { access_level: random.pick([20, 30, 40, 50, 50]), created_at: user.created_at, created_by_id: 1 };
    world.members.add({ source, user_id: user.id, ...terms, expires_at: null });
    if (random.chance(0.2)) world.users.edit(user.id, { state: random.pick(['blocked', 'deactivated']) });
  }
}

test.each(seeds)('what breaks, and which accounts can be deleted, is correct (seed %i)', async (seed) => {
  const { client, platform } = await rig({ users: 100, seed, hostile: seed % 2 === 0 });
  const { world } = platform;
  const random = createRandom(seed, 'leaving against world');
  addMemberships(world, random);
  const top = topOf(platform);
  const projects = world.projects.all();
  const pathOf = (project: Project): string => world.projects.fullPath(project);
  const known = projects.map((project) => `project,${project.id},${pathOf(project)}`);
  await client.catalogue.import({ text: ['kind,id,path', ...known].join('\n') });
  await syncUsers(client);
  for (const { id } of projects) await syncList(client, 'members', `project:${id}`);
  for (const list of ['enterpriseUsers', 'serviceAccounts', 'accessTokens'] as const)
    await syncList(client, list, `group:${top.id}`);

  const deletions = new Map([
    ...world.enterpriseUsers.of(top).map(({ id }) => [id, 'remove-enterprise-user'] as const),
    ...world.serviceAccounts.of(top).map(({ id }) => [id, 'delete-service-account'] as const),
  ]);
  const owners = new Map(projects.map((project) => [project, ownersOf(world, project)]));
  const expected = (id: number, leaving: readonly number[]) => ({
    id,
    onlyOwner: [...owners]
      .filter(([, all]) => all.some((one) => one.id === id))
      .filter(([, all]) => !all.some((one) => one.state === 'active' && !leaving.includes(one.id)))
      .map(([project]) => pathOf(project))
      .toSorted(),
    deletion: deletions.get(id),
    direct: projects.filter((one) => world.members.direct(one).some(({ user_id }) => user_id === id)).length,
    memberships: projects.filter((one) => world.members.routes(one).some(({ member }) => member.user_id === id)).length,
  });
  const answered = (one: Leaving | null) => ({
    id: one?.id,
    onlyOwner: one?.breaks.flatMap(({ kind, labels }) => (kind === 'only-owner' ? labels : [])).toSorted(),
    deletion: one?.planned.find(({ kind }) => kind !== 'add-owner')?.kind,
    direct: one?.manual.find(({ kind }) => kind === 'remove-memberships')?.count ?? 0,
    memberships: one?.ends.find(({ kind }) => kind === 'memberships')?.count ?? 0,
  });
  const ids = world.users.ordered('id').map(({ id }) => id);
  for (const id of ids) {
    const { people } = await client.leavers.leaving({ ids: [id] });
    expect(people.map(answered)).toEqual([expected(id, [id])]);
  }
  for (const share of [0.1, 0.5, 1]) {
    const some = ids.filter(() => random.chance(share));
    const { people } = await client.leavers.leaving({ ids: some });
    expect(people.map(answered)).toEqual(some.map((id) => expected(id, some)));
  }
});

test('only the confirmed accounts are deleted, and each refusal is shown at its row', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const top = topOf(platform);
  await syncUsers(client);
  await syncList(client, 'enterpriseUsers', `group:${top.id}`);
  const users = world.enterpriseUsers.of(top).toSorted((a, b) => a.id - b.id);
  const everybody = world.users.ordered('id').map(({ id }) => id);
  const { people } = await client.leavers.match({ text: users.map(({ email }) => email).join('\n') });
  expect(people).toEqual(users.map(({ id }) => id));
  const match = 'DELETE /groups/:id/enterprise_users/:user_id';
  // The first user is the only Owner of a group
  const outcomes = [409, 204, 403, 204, 404] as const;
  for (const [at, status] of outcomes.entries()) {
    const path = { id: top.id, user_id: people[at] ?? 0 };
    const plan = await client.changes.plan({ calls: [{ op: 'enterprise-users.remove', path }] });
    expect(plan).toMatchObject({ confirmation: { kind: 'name', name: users[at]?.username }, undo: { kind: 'none' } });
    await expect(client.changes.apply({ planId: plan.id, confirm: 'another' })).rejects.toMatchObject({
      code: 'conflict',
    });
    if (status === 403 || status === 404)
      platform.faults.add({ kind: 'status', status, message: 'No', match, times: 1 });
    const { undoable } = await applyAndWait(client, plan);
    expect(undoable).toBe(0);
    const state = status === 204 ? 'applied' : 'refused';
    expect(await rowsOf(client, plan.id)).toMatchObject([{ state, status }]);
  }
  const left = everybody.filter((id) => id !== people[1] && id !== people[3]);
  expect(world.users.ordered('id').map(({ id }) => id)).toEqual(left);
});
