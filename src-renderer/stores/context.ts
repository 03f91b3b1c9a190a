import { createContext } from 'svelte';
import type { Session } from '../link/session.svelte.ts';
import { CachedUsers } from './overview/cached-users.svelte.ts';
import { Capabilities } from './instance/capabilities.svelte.ts';
import { Changes } from './plans/changes.svelte.ts';
import { Commands } from './window/commands.svelte.ts';
import { PlatformConnection } from './instance/connection.svelte.ts';
import { Host } from './window/host.svelte.ts';
import { Jobs } from './jobs/jobs.svelte.ts';
import { OpenDialogs } from './window/open-dialogs.svelte.ts';
import { Moment } from './instance/moment.svelte.ts';
import { NewSecrets } from './plans/new-secrets.svelte.ts';
import { WindowPreferences } from './window/preferences.svelte.ts';
import { ListCounts } from './overview/overview-counts.svelte.ts';
import { Notices } from './window/notices.svelte.ts';
import { Profiles } from './instance/profiles.svelte.ts';
import { Route } from './window/route.svelte.ts';
import { ScopeChoice } from './instance/scope.svelte.ts';
import { SetupProgress } from './instance/setup.svelte.ts';
import { StatusLine } from './window/status-line.svelte.ts';
import { Strips } from './window/strips.svelte.ts';
import { WatchOverview } from './watches/watch-status.svelte.ts';

/** Stores that live as long as the window. Pages create their own stores with `session`. */
export interface Stores {
  session: Session;
  route: Route;
  host: Host;
  profiles: Profiles;
  capabilities: Capabilities;
  connection: PlatformConnection;
  jobs: Jobs;
  notices: Notices;
  cachedUsers: CachedUsers;
  listCounts: ListCounts;
  preferences: WindowPreferences;
  /** The scope that the window shows: instance, group or project. */
  scope: ScopeChoice;
  /** The moment that the window shows: the present, or one in the past. */
  moment: Moment;
  commands: Commands;
  dialogs: OpenDialogs;
  changes: Changes;
  newSecrets: NewSecrets;
  setup: SetupProgress;
  statusLine: StatusLine;
  strips: Strips;
  watches: WatchOverview;
}

export function createStores(session: Session): Stores {
  const route = new Route();
  const preferences = new WindowPreferences(session);
  const moment = new Moment(session, route);
  const scope = new ScopeChoice(session, preferences, route);
  const profiles = new Profiles(session, route);
  const connection = new PlatformConnection(session);
  return {
    session,
    route,
    host: new Host(session),
    profiles,
    capabilities: new Capabilities(session),
    connection,
    jobs: new Jobs(session, { connection, profiles }),
    notices: new Notices(session),
    cachedUsers: new CachedUsers(session, moment),
    listCounts: new ListCounts(session, scope, moment),
    preferences,
    scope,
    moment,
    commands: new Commands(),
    dialogs: new OpenDialogs(),
    changes: new Changes(session),
    newSecrets: new NewSecrets(session, route),
    setup: new SetupProgress(session),
    statusLine: new StatusLine(),
    strips: new Strips(),
    watches: new WatchOverview(session),
  };
}

/** Subscribe all stores that are updated for the whole life of the window. Returns a function that ends this. */
export function followStores(stores: Stores): () => void {
  const { route, host, profiles, capabilities, connection, jobs, notices } = stores;
  const { cachedUsers, preferences, scope, listCounts, moment, commands, changes, setup, watches } = stores;
  const platform = [host, profiles, capabilities, connection, jobs, notices];
  const followed = [route, ...platform, cachedUsers, preferences, scope, listCounts, commands, changes, setup, watches];
  const ends = followed.map((store) => store.follow());
  // Every page shows these stores, so they are not created again for another moment and must load again
  for (const store of [cachedUsers, listCounts]) ends.push(moment.changed(() => void store.restart()));
  return () => ends.forEach((end) => end());
}

/** `useStores()` works in every component below the root, which calls `provideStores` once. */
export const [useStores, provideStores] = createContext<Stores>();
