import type { Instance } from '#main/services/instances/instance.ts';
import { pastInstance } from '#main/services/history/past-instance.ts';
import { beingRemoved, noInstance } from '#main/services/instances/instances.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit, LinkServices } from '#shared/contract/kit.ts';

export type AppServices = Omit<LinkServices<ReeveContract>, 'host'>;

/** The window, as seen by the services of its session. */
export interface Shown {
  /** The instance that the window showed when the verb was called. Fails: `missing` while it shows none. */
  open: () => Instance;
  /** The profile that the window shows now. */
  shownId: () => string | null;
  /** Show the instance of another profile in this window; null: none. Fails: if the instance can't be opened. */
  show: (profileId: string | null) => Promise<void>;
}

/** The session of one window: the instance that it shows, and the services for this instance. */
export interface Session {
  shown(): Instance | null;
  /** `asOf`: the moment that a call is about; null: now. */
  services(asOf: number | null): AppServices;
  /** Resolves when the first instance is open or could not be opened; null after that. */
  starting(): Promise<void> | null;
  close(): void;
}

interface Needs {
  instanceOf: (profileId: string) => Promise<Instance>;
  /** The profile that a window shows first. `wanted`: the profile in its address. */
  firstOf: (wanted: string | null) => string | null;
  servicesOf: (shown: Shown) => AppServices;
  /** Whether a profile is being removed. Its windows show it until `renew`, but their verbs fail. */
  isRemoved: (profileId: string) => boolean;
  /** Called with all instances that are shown in a window, without those that are being removed. */
  onShown: (instances: ReadonlySet<Instance>) => void;
  onNotOpened: (profileId: string | null, thrown: unknown) => void;
}

/**
 * The sessions of all attached windows. Each window shows its own instance.
 * Decision: build/decisions/0018-a-window-is-a-session.md
 */
export function sessions({ instanceOf, firstOf, servicesOf, isRemoved, onShown, onNotOpened }: Needs) {
  const all = new Set<Attached>();

  /** Report the shown instances again, for example because one of them is being removed. */
  function follow(): void {
    const shown = [...all].flatMap(({ instance }) => instance ?? []);
    onShown(new Set(shown.filter(({ profile }) => !isRemoved(profile.id))));
  }

  async function show(session: Attached, profileId: string | null): Promise<void> {
    const generation = (session.generation += 1);
    const instance = profileId === null ? null : await instanceOf(profileId);
    // Meanwhile the window was closed, or another profile was chosen
    if (!all.has(session) || session.generation !== generation) return;
    session.instance = instance;
    session.services = bound(session, null);
    session.past = null;
    follow();
    // While the session starts, its verbs wait, so the window has no rows of another instance
    if (session.starting === null) session.emit('profiles', 'changed', { openId: profileId });
    if (instance !== null) session.emit('host', 'connectionChanged', instance.connection.now());
  }

  /** Services for one instance: a verb uses the same instance until it ends, even if the window changes to another one. */
  function bound(session: Attached, asOf: number | null): AppServices {
    const { instance } = session;
    const shown = instance === null || asOf === null ? instance : pastInstance(instance, asOf);
    return servicesOf({
      open: () => {
        if (shown === null) throw noInstance();
        if (isRemoved(shown.profile.id)) throw beingRemoved();
        return shown;
      },
      shownId: () => idOf(session),
      show: (profileId) => show(session, profileId),
    });
  }

  async function start(session: Attached, wanted: string | null): Promise<void> {
    let first: string | null = null;
    try {
      first = firstOf(wanted);
      await show(session, first);
    } catch (thrown) {
      onNotOpened(first, thrown);
    }
  }

  /** Start the session of an attached window. `wanted`: the profile in its address. */
  function begin(emit: Emit<ReeveContract>, wanted: string | null): Session {
    const session: Attached = { emit, instance: null, generation: 0, services: null, past: null, starting: null };
    all.add(session);
    session.starting = start(session, wanted).finally(() => (session.starting = null));
    return {
      shown: () => session.instance,
      services: (asOf) => {
        if (asOf === null) return (session.services ??= bound(session, null));
        if (session.past?.asOf !== asOf) session.past = { asOf, services: bound(session, asOf) };
        return session.past.services;
      },
      starting: () => session.starting,
      close: () => {
        all.delete(session);
        follow();
      },
    };
  }

  /** Send an event about one instance to the windows that show it. */
  function emitTo(profileId: string): Emit<ReeveContract> {
    return (...event) => {
      for (const session of all) if (idOf(session) === profileId) session.emit(...event);
    };
  }

  /** Call after the instance of a profile was closed. Its windows open it again; if it was removed, they show no instance. */
  async function renew(profileId: string): Promise<void> {
    await Promise.all(
      [...all].map(async (session) => {
        const own = idOf(session);
        if (own === profileId) await show(session, isRemoved(profileId) ? null : profileId);
        else session.emit('profiles', 'changed', { openId: own });
      }),
    );
  }

  /** Report a change of profiles to all windows, because they may show their names. */
  function emitProfilesChanged(): void {
    for (const session of all) session.emit('profiles', 'changed', { openId: idOf(session) });
  }

  /** Windows without an instance show the profile with which a new window would begin. */
  async function fillEmptyWindows(): Promise<void> {
    await Promise.all([...all].filter(({ instance }) => instance === null).map((session) => start(session, null)));
  }

  /** Whether any window shows the instance of a profile. */
  const shows = (profileId: string): boolean => [...all].some((session) => idOf(session) === profileId);

  return { begin, follow, shows, emitTo, renew, emitProfilesChanged, fillEmptyWindows };
}

interface Attached {
  emit: Emit<ReeveContract>;
  instance: Instance | null;
  /** Increased by each call of `show`, so that only the last one takes effect. */
  generation: number;
  services: AppServices | null;
  /** The services for the moment of the last call about one. */
  past: { asOf: number; services: AppServices } | null;
  /** Resolves when the first instance is open or could not be opened; null after that. */
  starting: Promise<void> | null;
}

const idOf = ({ instance }: Attached): string | null => instance?.profile.id ?? null;
