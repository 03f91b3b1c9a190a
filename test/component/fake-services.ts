import type { ListQuery, Selection } from '#shared/contract/collection.ts';
import { viewVersion } from '#shared/contract/host.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import type { Profile, ProfileInput } from '#shared/contract/profiles.ts';
import type { User } from '#shared/contract/users.ts';
import { Failure } from '#shared/errors.ts';
import { fakeCatalogue } from './fake-catalogue.ts';
import { fakeSearch } from './fake-search.ts';
import type { FakeWorld } from './fake-world.ts';
import { fakeWrites } from './fake-writes.ts';
import { sampleJob, sampleProfile } from './samples.ts';

/** Simple replies from the world. Searches look through name and username; filters are ignored. */
export function fakeServices(
  world: FakeWorld,
  emit: Emit<ReeveContract>,
): Pick<Services<ReeveContract>, 'catalogue' | 'host' | 'jobs' | 'notices' | 'profiles' | 'search' | 'users'> {
  return {
    ...fakeWrites(world, emit),
    catalogue: fakeCatalogue(world, emit),
    host: hostServices(world, emit),
    jobs: jobServices(world, emit),
    notices: noticeServices(world, emit),
    profiles: profileServices(world, emit),
    search: fakeSearch(world),
    users: userServices(world),
  };
}

function hostServices(world: FakeWorld, emit: Emit<ReeveContract>): Services<ReeveContract>['host'] {
  const turn = (state: FakeWorld['status']['vault']['state']): FakeWorld['status']['vault'] => {
    world.status = { ...world.status, vault: { ...world.status.vault, state, reportedMessage: null } };
    emit('host', 'statusChanged', {});
    return world.status.vault;
  };
  return {
    status: () => world.status,
    retry: () => world.status.vault,
    unlock: () => turn('ready'),
    setPassphrase: () => {
      world.status = { ...world.status, vault: { ...world.status.vault, hasPassphrase: true } };
      return world.status.vault;
    },
    useSession: () => turn('session'),
    connection: () => world.connection,
    requests: () => ({ entries: world.requests }),
    openWeb: () => ({ opened: true }),
    build: () => ({ build: null }),
    software: () => ({ software: null }),
    showFile: () => ({ shown: true }),
    collectDiagnostics: () => ({ id: 'd1', files: [{ name: 'versions.json', bytes: 14 }] }),
    diagnosticsFile: () => ({ text: '{"node":"24"}\n' }),
    saveDiagnostics: () => ({ path: '/home/me/diagnostics.zip', rows: 1, downloads: [] }),
    preferences: () => world.preferences,
    setPreferences: (patch) => {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      world.preferences = { ...world.preferences, ...given };
      return world.preferences;
    },
    views: ({ table }) => ({ views: world.views.filter((view) => table === undefined || view.table === table) }),
    saveView: ({ id = `v${world.views.length + 1}`, version = viewVersion, ...rest }) => {
      const view = { ...rest, version, id, createdAt: Date.now() };
      world.views = [...world.views.filter((other) => other.id !== id), view];
      emit('host', 'viewsChanged', { table: view.table });
      return view;
    },
    removeView: ({ id }) => {
      world.views = world.views.filter((view) => view.id !== id);
      return { removed: true };
    },
  };
}

function noticeServices(world: FakeWorld, emit: Emit<ReeveContract>): Services<ReeveContract>['notices'] {
  const unread = (): number => world.notices.filter(({ isRead }) => !isRead).length;
  const change = (notices: FakeWorld['notices']): { unread: number } => {
    world.notices = notices;
    emit('notices', 'changed', { unread: unread() });
    return { unread: unread() };
  };
  return {
    list: () => ({ notices: world.notices, unread: unread(), total: world.notices.length }),
    markRead: ({ ids }) =>
      change(world.notices.map((one) => (ids?.includes(one.id) === false ? one : { ...one, isRead: true }))),
    clear: ({ ids }) => change(world.notices.filter(({ id }) => ids?.includes(id) === false)),
  };
}

function jobServices(world: FakeWorld, emit: Emit<ReeveContract>): Services<ReeveContract>['jobs'] {
  const turn = (id: string, over: Partial<Job>): Job => {
    const job = world.jobs.find((other) => other.id === id);
    if (job === undefined) throw new Failure('missing', 'no such job');
    const turned = { ...job, ...over };
    world.jobs = world.jobs.map((other) => (other.id === id ? turned : other));
    emit('jobs', 'changed', { jobs: world.jobs, removed: [] });
    return turned;
  };
  const begin = (over: Partial<Job>): Job => {
    const running = world.jobs.find(
      ({ kind, input, state }) =>
        state === 'running' && kind === over.kind && JSON.stringify(input) === JSON.stringify(over.input),
    );
    if (running !== undefined) return running;
    const job = sampleJob({ id: `j${world.jobs.length + 1}`, startedAt: Date.now(), ...over });
    world.jobs = [job, ...world.jobs];
    emit('jobs', 'changed', { jobs: world.jobs, removed: [] });
    return job;
  };
  return {
    list: () => ({ jobs: world.jobs }),
    sync: ({ collection, scope }) =>
      begin(collection === 'users' ? {} : { kind: 'lists.crawl', input: { collection, scope } }),
    opened: () => ({ isStarted: false }),
    details: ({ collection, scope }) => begin({ kind: 'lists.details', input: { collection, scope } }),
    everywhere: ({ collection }) => begin({ kind: 'lists.everywhere', input: { collection } }),
    below: ({ collection, scope }) => begin({ kind: 'lists.below', input: { collection, scope } }),
    again: ({ id }) => turn(id, { state: 'running', finishedAt: null, failure: null }),
    dismiss: ({ id }) => turn(id, { isDismissed: true }),
    cancel: ({ id }) => turn(id, { state: 'cancelled', finishedAt: Date.now() }),
    confirmNotReturned: ({ id }) => turn(id, { state: 'done', finishedAt: Date.now() }),
  };
}

function profileServices(world: FakeWorld, emit: Emit<ReeveContract>): Services<ReeveContract>['profiles'] {
  const entered = (id: string, { token, ...input }: ProfileInput): Profile =>
    sampleProfile({ ...input, id, hasToken: token !== '' });
  const changed = (): void => emit('profiles', 'changed', { openId: world.openId });
  return {
    list: () => ({ profiles: world.profiles, openId: world.openId }),
    test: ({ url }) => ({ url, capabilities: world.capabilities, suggestedDialect: null }),
    add: (input) => {
      const profile = entered(`p${world.profiles.length + 1}`, input);
      world.profiles = [...world.profiles, profile];
      world.openId = profile.id;
      changed();
      return profile;
    },
    edit: ({ id, ...input }) => {
      const profile = entered(id, input);
      world.profiles = world.profiles.map((other) => (other.id === id ? profile : other));
      changed();
      return profile;
    },
    chooseDialect: ({ id, dialect }) => {
      const chosen = { dialect, proposedDialect: null };
      world.profiles = world.profiles.map((other) => (other.id === id ? { ...other, ...chosen } : other));
      changed();
      return sampleProfile({ id, ...chosen });
    },
    remove: ({ id }) => {
      world.profiles = world.profiles.filter((other) => other.id !== id);
      if (world.openId === id) world.openId = null;
      changed();
      return { removed: true };
    },
    open: ({ id }) => {
      const profile = world.profiles.find((other) => other.id === id);
      if (profile === undefined) throw new Failure('missing', 'no such profile');
      world.openId = id;
      changed();
      return profile;
    },
    lost: () => ({ lost: [] }),
    removeLost: () => ({ removed: true }),
    capabilities: () => ({ capabilities: world.capabilities }),
    probe: () => {
      world.capabilities = world.capabilities.map((capability) => ({ ...capability, checkedAt: Date.now() }));
      return { capabilities: world.capabilities };
    },
  };
}

function userServices(world: FakeWorld): Services<ReeveContract>['users'] {
  const matching = ({ search }: Pick<ListQuery, 'search'>): User[] => {
    const words = search.toLowerCase().split(/\s+/);
    const searchText = ({ name, username }: User): string => `${name} ${username}`.toLowerCase();
    return world.users.filter((user) => words.every((word) => searchText(user).includes(word)));
  };
  const chosen = (selection: Selection<Pick<ListQuery, 'search'>>): User[] =>
    selection.kind === 'ids'
      ? world.users.filter(({ id }) => selection.ids.includes(id))
      : matching(selection.query).filter(({ id }) => !selection.except.includes(id));
  const fetchedAt = Date.now();
  return {
    list: ({ query, slice: { from, count } }) => {
      const hits = matching(query);
      const rows = hits
        .slice(from, from + count)
        .map((row) => ({ key: row.id, scope: '', row, fetchedAt, notReturnedSince: null }));
      return { total: hits.length, isCapped: false, from, rows, revision: 1, queryMs: 0.4, serverFilters: [] };
    },
    get: ({ id }) => {
      const row = world.users.find((user) => user.id === id);
      if (row === undefined) return null;
      return { key: row.id, row, listFetchedAt: fetchedAt, detailFetchedAt: null, notReturnedSince: null };
    },
    summary: () => ({
      live: world.users.length,
      notReturned: 0,
      view: 'administrator',
      completedAt: fetchedAt,
      unreadable: 0,
      counts: {
        state: Object.fromEntries(
          [...Map.groupBy(world.users, ({ state }) => state ?? '')].map(([state, { length }]) => [state, length]),
        ),
      },
    }),
    ids: ({ query, from, count }) => ({
      ids: matching(query)
        .slice(from, from + count)
        .map(({ id }) => id),
    }),
    values: () => ({ values: [], hasMore: false }),
    refresh: () => ({ fetchedAt: Date.now() }),
    refreshFilter: () => ({ fetchedAt: Date.now() }),
    copy: ({ selection }) => {
      const rows = chosen(selection);
      return { text: rows.map(({ id }) => id).join('\n'), rows: rows.length, leftOut: 0 };
    },
    export: ({ selection }) => ({
      path: '/downloads/users.csv',
      downloads: [],
      manifestPath: '/downloads/users.csv.json',
      rows: chosen(selection).length,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }),
  };
}
