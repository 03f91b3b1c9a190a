import type { Connection, HostStatus, Preferences, RequestEntry, SavedView } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { Capability, Profile } from '#shared/contract/profiles.ts';
import type { User } from '#shared/contract/users.ts';

/** What the fake core knows. Tests change it and emit the event that goes with the change. */
export interface FakeWorld {
  status: HostStatus;
  connection: Connection;
  profiles: Profile[];
  openId: string | null;
  capabilities: Capability[];
  jobs: Job[];
  users: User[];
  requests: RequestEntry[];
  preferences: Preferences;
  views: SavedView[];
}
