import { explorer } from './explorer.ts';
import { host } from './host.ts';
import { jobs } from './jobs.ts';
import { profiles } from './profiles.ts';
import { users } from './users.ts';

/** Everything that a window can ask of the core, and everything that the core tells a window by itself. */
export const contract = { explorer, host, jobs, profiles, users };
export type ReeveContract = typeof contract;
