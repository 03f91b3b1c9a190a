import type { Ports } from '#main/ports.ts';
import { connectionWatch } from '#main/jobs/connection-watch.ts';
import { usersCrawl } from '#main/jobs/crawls.ts';
import { scheduler } from '#main/jobs/scheduler.ts';
import { explorer } from '#main/services/explorer.ts';
import type { Instance } from '#main/services/instance.ts';
import { instances, noInstance } from '#main/services/instances.ts';
import { profiles, tokenName } from '#main/services/profiles.ts';
import { users } from '#main/services/users.ts';
import { stateTables } from '#main/services/state-tables.ts';
import type { Vault } from '#main/state/keys.ts';
import { openState } from '#main/state/open.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import { UserQuery } from '#shared/contract/users.ts';
import { Failure } from '#shared/errors.ts';

/**
 * Everything that needs the databases, put together once the vault is open: tables, instances, jobs and the services
 * over them. `shown` is the instance that the windows show, null while there is none.
 */
export async function compose(ports: Ports, vault: Vault, emit: Emit<ReeveContract>) {
  const { clock } = ports;
  const folder = vault.folder();
  const secrets = vault.secrets();
  const file = openState({ folder, key: vault.databaseKey(), now: clock.now() });
  const state = stateTables(file);
  let shown: Instance | null = null;
  const shownId = (): string | null => shown?.profile.id ?? null;

  function notice(code: string, detail: string): void {
    state.notices.add({ at: clock.now(), code, detail });
    emit('host', 'statusChanged', {});
  }
  function stored(profileId: string): StoredProfile {
    const profile = state.profiles.get(profileId);
    if (profile === null) throw new Failure('missing', 'no such profile');
    return profile;
  }

  const opened = instances({
    ports,
    vault: { folder, databaseKey: () => vault.databaseKey() },
    tokenOf: (profileId) => secrets.get(tokenName(profileId)),
    profileOf: stored,
    onConnection: (profileId, connection, wasOffline) => {
      if (wasOffline && connection.state === 'online') jobs.wake(profileId);
      if (profileId === shownId()) emit('host', 'connectionChanged', connection);
    },
    onChanged: (profileId, { stem, ...change }) => {
      if (profileId === shownId() && stem === 'users') emit('users', 'changed', change);
    },
    onNotice: notice,
  });
  const jobs = scheduler({
    kinds: [usersCrawl],
    saved: state.jobs,
    instanceOf: opened.of,
    emit: (all) => emit('jobs', 'changed', { jobs: all }),
    ...ports,
  });

  const watch = connectionWatch(ports);

  async function show(profileId: string | null): Promise<void> {
    shown = profileId === null ? null : await opened.of(profileId);
    emit('profiles', 'changed', { openId: profileId });
    watch.follow(shown);
    if (shown !== null) emit('host', 'connectionChanged', shown.connection.now());
  }
  function open(): Instance {
    if (shown === null) throw noInstance();
    return shown;
  }

  const services = {
    explorer: explorer(open),
    profiles: profiles({
      ports,
      folder,
      table: state.profiles,
      capabilities: state.capabilities,
      secrets,
      opened,
      jobs,
      shownId,
      show,
    }),
    users: users(open, ports),
    jobs: {
      list: () => ({ jobs: jobs.list() }),
      crawl: ({ collection }) => jobs.start(`${collection}.crawl`, open().profile.id),
      cancel: ({ id }) => jobs.cancel(id),
      confirmGone: ({ id }) => jobs.confirm(id),
    },
  } satisfies Omit<Services<ReeveContract>, 'host'>;

  if (file.restored !== null) notice('state-restored', JSON.stringify(file.restored));
  if (file.wasUnclean) void checkLater();
  state.jobs.prune();
  await showLast();
  jobs.resumeAll();

  /** The one that was opened last. One that cannot be opened must not keep Reeve from starting. */
  async function showLast(): Promise<void> {
    const [last] = state.profiles.list().sort((a, b) => (b.lastOpenedAt ?? 0) - (a.lastOpenedAt ?? 0));
    if (last === undefined) return;
    try {
      await show(last.id);
      warmUp();
    } catch (thrown) {
      const { code, reason, message } = Failure.from(thrown);
      ports.log.error('profile not opened', { code, reason });
      notice('profile-not-opened', `${last.name}: ${message}`);
    }
  }

  /** Have the list that a window most likely asks first put in order while that window is still on its way. */
  function warmUp(): void {
    shown?.reader.users.list({ query: UserQuery.parse({}), slice: { from: 0, count: 1 } }).catch(() => undefined);
  }

  async function checkLater(): Promise<void> {
    if (!(await file.check())) notice('state-damaged', folder);
  }

  return {
    state,
    services,
    shown: () => shown,
    close: async (): Promise<void> => {
      watch.stop();
      await jobs.close();
      await opened.closeAll();
      if (!file.close(clock.now())) ports.log.warn('no copy of state.db could be made');
    },
  };
}
