import type { ListQuery, Selection } from '#shared/contract/collection.ts';
import type { UserListFilter, User } from '#shared/contract/users.ts';
import { userFilterSides } from '#shared/contract/users.ts';
import { days, minutes } from '#shared/time.ts';
import type { FakeAnswers } from '../fake-core.ts';

type UserQuery = ListQuery<UserListFilter>;

const firsts = [
  'Yuki',
  'Thandi',
  'Saoirse',
  'Kwame',
  'Sana',
  'Rui',
  'Hugo',
  'Fatima',
  'Dmitri',
  'Pavel',
  'Greta',
  'Chloé',
];
const lasts = [
  'Lin',
  'Nygård',
  'Lindqvist',
  'Okafor',
  'Haddad',
  'de Vries',
  'Novák',
  'Aziz',
  'Nkosi',
  'Volkov',
  'Weber',
];

/** Fake users: user `n` is generated when it is requested, always with the same fields. Ids start at 1. */
export interface FakeUsers {
  size: number;
  isAdministratorView: boolean;
  revision: number;
  /** Ids that the platform no longer returns. */
  notReturned: Set<number>;
  /** Ids that were added before all others, newest first. */
  newcomers: number[];
  /** Names that replace the generated ones. */
  names: Map<number, string>;
  /** Fields that replace the generated ones. */
  over: Map<number, Partial<User>>;
  /** When each server-side filter was answered. */
  asked: Map<string, number>;
  /** Promise that delays the answers to list queries, if set. */
  gate: ((from: number, query: UserQuery) => Promise<void>) | undefined;
}

export function fakeUsers(over: Partial<FakeUsers> = {}): FakeUsers {
  return {
    size: 5_000,
    isAdministratorView: true,
    revision: 1,
    notReturned: new Set(),
    newcomers: [],
    names: new Map(),
    over: new Map(),
    asked: new Map(),
    gate: undefined,
    ...over,
  };
}

const noon = Date.UTC(2026, 10, 20, 12);

export function userOf(id: number, isAdministratorView = true): User {
  const first = firsts[id % firsts.length] ?? '';
  const last = lasts[(id * 7) % lasts.length] ?? '';
  const username = `${first.charAt(0)}${last.replace(' ', '')}${id}`
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const listed: User = {
    id,
    username,
    name: `${first} ${last}`,
    state: id % 9 === 0 ? 'deactivated' : id % 14 === 0 ? 'blocked' : id % 97 === 0 ? 'ldap_blocked' : 'active',
    locked: id % 41 === 0,
    avatar_url: null,
    web_url: `https://git.corp.example/${username}`,
  };
  if (!isAdministratorView) return listed;
  return {
    ...listed,
    created_at: new Date(noon - days(id % 1_800)).toISOString(),
    bio: '',
    bot: id % 53 === 0,
    location: null,
    public_email: '',
    organization: id % 5 === 0 ? 'Harbour Works' : null,
    job_title: id % 4 === 0 ? 'Engineer' : null,
    email: `${username}@corp.example`,
    is_admin: id % 11 === 0,
    is_auditor: id % 61 === 0,
    external: id % 8 === 0,
    two_factor_enabled: id % 3 !== 0,
    last_sign_in_at: id % 13 === 0 ? null : new Date(noon - minutes(id * 37)).toISOString(),
    confirmed_at: new Date(noon - days(id % 1_700)).toISOString(),
    last_activity_on: id % 17 === 0 ? null : new Date(noon - days(id % 400)).toISOString().slice(0, 10),
    current_sign_in_at: new Date(noon - minutes(id * 7)).toISOString(),
    current_sign_in_ip: `10.2.${id % 250}.${(id * 3) % 250}`,
    last_sign_in_ip: null,
    projects_limit: 100,
    can_create_group: true,
    can_create_project: true,
    private_profile: false,
    namespace_id: id + 4_000,
    created_by: null,
    note: id % 6 === 0 ? 'Contractor until spring' : null,
    identities: id % 2 === 0 ? [{ provider: 'saml', extern_uid: `uid-${id}`, saml_provider_id: 4 }] : [],
    scim_identities: [],
    using_license_seat: true,
    theme_id: 3,
    color_scheme_id: 1,
    plan_colour: 'teal',
  };
}

/** The services of `users`, with fake users. */
export function fakeUsersAnswers(people: FakeUsers): NonNullable<FakeAnswers['users']> {
  const fetchedAt = Date.now() - minutes(3);
  const place = (query: UserQuery): { total: number; idAt: (index: number) => number | undefined } => {
    const hits = isPlain(query) ? undefined : matching(people, query);
    const total = hits?.length ?? people.size + people.newcomers.length;
    const upwards = (index: number): number | undefined => {
      if (hits !== undefined) return hits[index];
      const { newcomers } = people;
      return index < newcomers.length ? newcomers[index] : index - newcomers.length + 1;
    };
    return { total, idAt: (index) => upwards(query.sort.direction === 'asc' ? index : total - 1 - index) };
  };
  const entry = (id: number) => ({
    key: id,
    scope: '',
    row: { ...userOf(id, people.isAdministratorView), ...nameOf(people, id), ...people.over.get(id) },
    fetchedAt,
    notReturnedSince: people.notReturned.has(id) ? fetchedAt : null,
  });
  const slice = (query: UserQuery, from: number, count: number): number[] => {
    const { total, idAt } = place(query);
    const wanted = Math.max(0, Math.min(count, total - from));
    return Array.from({ length: wanted }, (_, at) => idAt(from + at)).filter((id) => id !== undefined);
  };
  const chosen = (selection: Selection<UserQuery>): number[] => {
    if (selection.kind === 'ids') return selection.ids;
    const { total } = place(selection.query);
    return slice(selection.query, 0, total).filter((id) => !selection.except.includes(id));
  };
  return {
    list: async ({ query, slice: { from, count } }) => {
      const { revision } = people;
      await people.gate?.(from, query);
      return {
        total: place(query).total,
        isCapped: false,
        from,
        rows: slice(query, from, count).map(entry),
        revision,
        queryMs: 4.2,
        serverFilters: Object.keys(query.filter)
          .filter((name) => userFilterSides[name as keyof UserListFilter] === 'server')
          .map((name) => ({ name, fetchedAt: people.asked.get(name) ?? null })),
      };
    },
    get: ({ id }) => {
      if (typeof id !== 'number' || id > people.size + 1_000_000) return null;
      const { row, notReturnedSince, key } = entry(id);
      return { key, row, listFetchedAt: fetchedAt, detailFetchedAt: null, notReturnedSince };
    },
    summary: () => ({
      live: people.size,
      notReturned: people.notReturned.size,
      view: people.isAdministratorView ? 'administrator' : 'public',
      completedAt: people.size === 0 ? null : fetchedAt,
      unreadable: 0,
      counts: {},
    }),
    ids: ({ query, from, count }) => ({ ids: slice(query, from, count) }),
    refreshFilter: ({ filter }) => {
      for (const name of Object.keys(filter)) people.asked.set(name, Date.now());
      people.revision++;
      return { fetchedAt: Date.now() };
    },
    copy: ({ selection, format }) => {
      const ids = chosen(selection).slice(0, 5_000);
      const leftOut = chosen(selection).length - ids.length;
      return { text: format === 'id' ? ids.join('\n') : JSON.stringify(ids), rows: ids.length, leftOut };
    },
    export: ({ selection }) => ({
      path: '/home/rt/Downloads/users-2026-11-20.csv',
      downloads: [],
      manifestPath: '/home/rt/Downloads/users-2026-11-20.csv.json',
      rows: chosen(selection).length,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }),
  };
}

function nameOf({ names }: FakeUsers, id: number): { name?: string } {
  const name = names.get(id);
  return name === undefined ? {} : { name };
}

function isPlain({ search, filter, notReturned }: UserQuery): boolean {
  return search === '' && Object.keys(filter).length === 0 && notReturned === 'hide';
}

const tests: { [N in keyof UserListFilter]: (user: User, value: NonNullable<UserListFilter[N]>) => boolean } = {
  active: ({ state }) => state === 'active',
  blocked: ({ state }) => state === 'blocked',
  exclude_active: ({ state }) => state !== 'active',
  admins: ({ is_admin }) => is_admin === true,
  external: ({ external }) => external === true,
  two_factor: ({ two_factor_enabled: isOn }, value) => isOn === (value === 'enabled'),
  humans: ({ bot }) => bot !== true,
};

function matching(people: FakeUsers, { search, filter, notReturned }: UserQuery): number[] {
  const words = search.toLowerCase().split(/\s+/);
  const names = Object.keys(filter) as (keyof UserListFilter)[];
  if (names.some((name) => userFilterSides[name] === 'server' && !people.asked.has(name))) return [];
  const ids = Array.from({ length: people.size }, (_, at) => at + 1);
  const candidates = notReturned === 'only' ? [...people.notReturned] : ids;
  return candidates.filter((id) => {
    const user = userOf(id, people.isAdministratorView);
    const searchText = `${user.name} ${user.username}`.toLowerCase();
    return words.every((word) => searchText.includes(word)) && names.every((name) => passes(user, filter, name));
  });
}

function passes<N extends keyof UserListFilter>(user: User, filter: UserListFilter, name: N): boolean {
  const value = filter[name];
  return value === undefined || (tests[name]?.(user, value) ?? true);
}
