import type { Clock, Log, Ports, Secrets } from '#main/ports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import type { Emit } from '#shared/contract/kit.ts';
import type { RowArchive } from './archive/row-archive.ts';
import type { Downloads } from './exports/downloads.ts';
import type { FileExports } from './exports/file-exports.ts';
import type { Instance } from './instances/instance.ts';
import type { StoredTokens } from './instances/stored-token.ts';
import type { Notices } from './notices/notices.ts';
import type { StateTables } from './state-tables.ts';
import type { TextParser } from './text-parser.ts';

/** What the services of the application share. Each service takes only the members that it uses. */
export interface AppContext extends Pick<Notices, 'observe' | 'report'> {
  ports: Ports;
  clock: Clock;
  log: Log;
  state: StateTables;
  /** False: only operations that are under way continue. Everything else waits for a person's request. */
  isAutomatic: boolean;
  secrets: Secrets;
  tokens: StoredTokens;
  fileExports: FileExports;
  downloads: Downloads;
  texts: TextParser;
  archive: RowArchive;
  instanceOf: (profileId: string) => Promise<Instance>;
  /** Sends an event to the windows that show a profile. */
  emitTo: (profileId: string) => Emit<ReeveContract>;
  /** See the scheduler. */
  jobs: {
    list: () => Job[];
    start: (kind: string, profileId: string, input?: JobInput) => Job;
    cancel: (id: string) => Promise<Job>;
  };
  /** See the engine of watches. */
  watches: {
    follow: (profileId: string) => void;
    poke: (profileId: string, kind: string, place: string) => unknown;
    everyMsOf: (profileId: string, kind: string, place: string) => number | null;
  };
}
