import { capabilities } from '#main/state/capabilities.ts';
import { jobs } from '#main/state/jobs.ts';
import { notices } from '#main/state/notices.ts';
import type { StateFile } from '#main/state/open.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import { views } from '#main/state/views.ts';

/** Every table of an opened `state.db`. */
export function stateTables({ db }: StateFile) {
  return {
    capabilities: capabilities(db),
    jobs: jobs(db),
    notices: notices(db),
    preferences: preferences(db),
    profiles: profiles(db),
    views: views(db),
  };
}
export type StateTables = ReturnType<typeof stateTables>;
