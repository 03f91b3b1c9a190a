import type { CatalogueEntry, CatalogueProbe } from '#shared/contract/catalogue.ts';
import type { Connection, HostStatus, Preferences, RequestEntry, SavedView } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Notice } from '#shared/contract/notices.ts';
import type { Capability, Profile } from '#shared/contract/profiles.ts';
import type { User } from '#shared/contract/users.ts';
import type { FakeWrites } from './fake-writes.ts';

/** The state of the fake core. Tests change it and emit the matching event. */
export interface FakeWorld {
  status: HostStatus;
  connection: Connection;
  catalogue: CatalogueEntry[];
  /** The last result of the optional checks. */
  probes: CatalogueProbe[];
  profiles: Profile[];
  openId: string | null;
  capabilities: Capability[];
  jobs: Job[];
  notices: Notice[];
  users: User[];
  requests: RequestEntry[];
  preferences: Preferences;
  views: SavedView[];
  writes: FakeWrites;
}
