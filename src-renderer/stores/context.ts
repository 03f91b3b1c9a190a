import { createContext } from 'svelte';
import type { Session } from '../link/session.svelte.ts';
import { CachedUsers } from './cached-users.svelte.ts';
import { Capabilities } from './capabilities.svelte.ts';
import { Commands } from './commands.svelte.ts';
import { PlatformConnection } from './connection.svelte.ts';
import { Host } from './host.svelte.ts';
import { Jobs } from './jobs.svelte.ts';
import { WindowPreferences } from './preferences.svelte.ts';
import { Profiles } from './profiles.svelte.ts';
import { Route } from './route.svelte.ts';
import { StatusLine } from './status-line.svelte.ts';

/** Everything that lives as long as the window. Pages make their own stores over `session`. */
export interface Stores {
  session: Session;
  route: Route;
  host: Host;
  profiles: Profiles;
  capabilities: Capabilities;
  connection: PlatformConnection;
  jobs: Jobs;
  cachedUsers: CachedUsers;
  preferences: WindowPreferences;
  commands: Commands;
  statusLine: StatusLine;
}

export function createStores(session: Session): Stores {
  return {
    session,
    route: new Route(),
    host: new Host(session),
    profiles: new Profiles(session),
    capabilities: new Capabilities(session),
    connection: new PlatformConnection(session),
    jobs: new Jobs(session),
    cachedUsers: new CachedUsers(session),
    preferences: new WindowPreferences(session),
    commands: new Commands(),
    statusLine: new StatusLine(),
  };
}

/** Follow all that is followed for the whole life of the window; answers the end of it. */
export function followStores(stores: Stores): () => void {
  const { route, host, profiles, capabilities, connection, jobs, cachedUsers, preferences } = stores;
  const followed = [route, host, profiles, capabilities, connection, jobs, cachedUsers, preferences];
  const ends = followed.map((store) => store.follow());
  return () => ends.forEach((end) => end());
}

/** `useStores()` in any component below the shell; `provideStores` is called once, by the root. */
export const [useStores, provideStores] = createContext<Stores>();
