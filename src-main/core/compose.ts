import type { Ports, Secrets } from '../ports.ts';
import { usersCrawl } from '../jobs/crawls.ts';
import { scheduler } from '../jobs/scheduler.ts';
import type { Instance } from '../services/instance.ts';
import { instances, noInstance } from '../services/instances.ts';
import { profiles, tokenName } from '../services/profiles.ts';
import { users } from '../services/users.ts';
import { openState } from '../state/state.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';

/** What an open vault gives. */
export interface OpenedVault {
  folder: string;
  secrets: Secrets;
  databaseKey(): string;
}

/**
 * Everything that needs the databases, put together once the vault is open: tables, instances, jobs and the services
 * over them. `shown` is the instance that the windows show, null while none was opened.
 */
export async function compose(ports: Ports, vault: OpenedVault, emit: Emit<ReeveContract>) {
  const state = await openState({ folder: vault.folder, key: vault.databaseKey(), clock: ports.clock });
  let shown: Instance | null = null;
  const isShown = (profileId: string): boolean => state.profiles.openId() === profileId;

  function stored(profileId: string) {
    const profile = state.profiles.get(profileId);
    if (profile === null) throw new Failure('missing', 'no such profile');
    return profile;
  }
  const opened = instances({
    ports,
    vault,
    tokenOf: (profileId) => vault.secrets.get(tokenName(profileId)),
    profileOf: stored,
    onConnection: (profileId, connection) => isShown(profileId) && emit('host', 'connectionChanged', connection),
    onChanged: (profileId, { stem, ...change }) => {
      if (isShown(profileId) && stem === 'users') emit('users', 'changed', change);
    },
    onNotice: (code, detail) => {
      state.notices.add({ at: ports.clock.now(), code, detail });
      emit('host', 'statusChanged', {});
    },
  });
  const jobs = scheduler({
    kinds: [usersCrawl],
    saved: state.jobs,
    instanceOf: opened.of,
    emit: (all) => emit('jobs', 'changed', { jobs: all }),
    clock: ports.clock,
    log: ports.log,
    network: ports.network,
    notifier: ports.notifier,
  });

  async function show(openId: string | null): Promise<void> {
    shown = openId === null ? null : await opened.of(openId);
    emit('profiles', 'changed', { openId });
    if (shown !== null) emit('host', 'connectionChanged', shown.connection.now());
  }
  function open(): Instance {
    if (shown === null) throw noInstance();
    return shown;
  }

  const profileServices = profiles({
    ports,
    folder: vault.folder,
    table: state.profiles,
    secrets: vault.secrets,
    opened,
    jobs,
    onOpened: show,
  });
  const services = {
    profiles: profileServices,
    users: users(open, ports),
    jobs: {
      list: () => ({ jobs: jobs.list() }),
      crawl: ({ collection }) => jobs.start(`${collection}.crawl`, open().profile.id),
      cancel: ({ id }) => jobs.cancel(id),
      confirmGone: ({ id }) => jobs.confirm(id),
    },
  } satisfies Omit<Services<ReeveContract>, 'host'>;

  const lastId = state.profiles.openId();
  if (lastId !== null) {
    await show(lastId).catch((thrown: unknown) => {
      const failure = Failure.from(thrown);
      ports.log.error('profile not opened', { code: failure.code, reason: failure.reason });
      state.notices.add({ at: ports.clock.now(), code: 'profile-not-opened', detail: failure.message });
    });
  }
  jobs.resumeAll();

  return {
    state,
    services,
    shown: () => shown,
    close: async (): Promise<void> => {
      await jobs.close();
      await opened.closeAll();
      await state.close();
    },
  };
}
