import type { HostReport } from './try-host.ts';

/** One build of the package. */
export interface Build {
  /** The copy of the project in which it was built. */
  project: string;
  /** The unpacked folder that electron-builder made. */
  unpacked: string;
  /** Undefined: dpkg-deb is not installed. */
  deb: string | undefined;
}

export interface Packed {
  first: Build;
  /** The same files, built later in another folder, with another clock, time zone, language and umask. */
  second: Promise<Build>;
  /** What the host that was started from the package reported. */
  host: Promise<HostReport>;
}

/** The problems that were found (none: the check passed), or why the check could not run. */
export type Result = readonly string[] | { skipped: string };

/** One line of `npm run package:check`. If `run` throws, the check failed. */
export interface Check {
  name: string;
  run: (packed: Packed) => Promise<Result>;
}
