import type { Instance } from '#main/services/instances/instance.ts';
import { noInstance } from '#main/services/instances/instances.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';

export type AppServices = Omit<Services<ReeveContract>, 'host'>;

/** What the services of a session may know of the window that they answer. */
export interface Shown {
  /** The instance that the window showed when the verb was called. Fails: `missing` while it shows none. */
  open: () => Instance;
  /** The profile that the window shows now. */
  shownId: () => string | null;
  /** Show the instance of another profile in this window; null: none. Fails: when the instance cannot be opened. */
  show: (profileId: string | null) => Promise<void>;
}

/** One window: the instance that it shows, and the services that answer for this instance. */
export interface Session {
  shown(): Instance | null;
  services(): AppServices;
  /** Resolves when the first instance is open, or cannot be opened; null: that is over. */
  starting(): Promise<void> | null;
  close(): void;
}

interface Needs {
  instanceOf: (profileId: string) => Promise<Instance>;
  /** The profile that a window begins with. `wanted`: the one that its address names. */
  firstOf: (wanted: string | null) => string | null;
  servicesOf: (shown: Shown) => AppServices;
  /** All instances that a window shows. */
  onShown: (instances: ReadonlySet<Instance>) => void;
  onNotOpened: (profileId: string | null, thrown: unknown) => void;
}

/**
 * The windows that are attached. Each shows an instance of its own.
 * Decision: build/decisions/0018-a-window-is-a-session.md
 */
export function sessions({ instanceOf, firstOf, servicesOf, onShown, onNotOpened }: Needs) {
  const all = new Set<Attached>();

  function follow(): void {
    onShown(new Set([...all].flatMap(({ instance }) => instance ?? [])));
  }

  async function show(session: Attached, profileId: string | null): Promise<void> {
    const turn = (session.turn += 1);
    const instance = profileId === null ? null : await instanceOf(profileId);
    // The window was closed, or shows yet another instance
    if (!all.has(session) || session.turn !== turn) return;
    session.instance = instance;
    session.services = bound(session);
    follow();
    // While it starts, its verbs wait, so nothing was answered for another instance
    if (session.starting === null) session.emit('profiles', 'changed', { openId: profileId });
    if (instance !== null) session.emit('host', 'connectionChanged', instance.connection.now());
  }

  /** Services keep the instance that they are made for, so that a verb ends for the instance that it began with. */
  function bound(session: Attached): AppServices {
    const { instance } = session;
    return servicesOf({
      open: () => {
        if (instance === null) throw noInstance();
        return instance;
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

  /** A window was attached. `wanted`: the profile that its address names. */
  function begin(emit: Emit<ReeveContract>, wanted: string | null): Session {
    const session: Attached = { emit, instance: null, turn: 0, services: null, starting: null };
    all.add(session);
    session.starting = start(session, wanted).finally(() => (session.starting = null));
    return {
      shown: () => session.instance,
      services: () => (session.services ??= bound(session)),
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

  /** The instance of this profile was closed: the windows that show it show it anew. `isGone`: they show none. */
  async function renew(profileId: string, { isGone = false } = {}): Promise<void> {
    await Promise.all(
      [...all].map(async (session) => {
        const own = idOf(session);
        if (own === profileId) await show(session, isGone ? null : profileId);
        else session.emit('profiles', 'changed', { openId: own });
      }),
    );
  }

  /** The profiles changed: a window may show their names. */
  function tellProfiles(): void {
    for (const session of all) session.emit('profiles', 'changed', { openId: idOf(session) });
  }

  /** Windows that show nothing show what they would begin with now. */
  async function fill(): Promise<void> {
    await Promise.all([...all].filter(({ instance }) => instance === null).map((session) => start(session, null)));
  }

  return { begin, emitTo, renew, tellProfiles, fill };
}

interface Attached {
  emit: Emit<ReeveContract>;
  instance: Instance | null;
  /** How often the window was to show an instance. */
  turn: number;
  services: AppServices | null;
  /** Ends when its first instance is open; null: it is. */
  starting: Promise<void> | null;
}

const idOf = ({ instance }: Attached): string | null => instance?.profile.id ?? null;
