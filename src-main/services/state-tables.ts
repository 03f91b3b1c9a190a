import { setImmediate } from 'node:timers/promises';
import { alerts } from '#main/state/alerts.ts';
import { archive } from '#main/state/archive.ts';
import { normalText } from '#main/cache/normal-text.ts';
import { blobs } from '#main/state/blobs/blobs.ts';
import { capabilities } from '#main/state/capabilities.ts';
import { catalogue } from '#main/state/catalogue.ts';
import { chosenArtifacts } from '#main/state/repository/chosen-artifacts.ts';
import { commitDrafts } from '#main/state/repository/commit-drafts.ts';
import { dependencyExports } from '#main/state/dependency-exports.ts';
import { forgetInState } from '#main/state/forgetting/forget-person.ts';
import type { PersonTexts } from '#main/state/forgetting/person-texts.ts';
import { snippetFiles } from '#main/state/blobs/snippet-files.ts';
import { packages } from '#main/state/blobs/packages.ts';
import { pinnedBytes } from '#main/state/blobs/pinned-bytes.ts';
import { fileStates } from '#main/state/repository/file-states.ts';
import { imports } from '#main/state/imports.ts';
import { jobs } from '#main/state/jobs.ts';
import { journal } from '#main/state/journal.ts';
import { journalPaths } from '#main/state/repository/journal-paths.ts';
import { knownPaths } from '#main/state/repository/known-paths.ts';
import { mirrorMarks } from '#main/state/mirror-marks.ts';
import { notices } from '#main/state/notices.ts';
import type { StateFile } from '#main/state/open/state-file.ts';
import { pins } from '#main/state/pins.ts';
import { placeDiscovery } from '#main/state/place-discovery.ts';
import { plans } from '#main/state/plans.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import { setups } from '#main/state/setup.ts';
import { views } from '#main/state/views.ts';
import { watches } from '#main/state/watches.ts';
import { webhookWatches } from '#main/state/webhook-watches.ts';

/** All tables of an opened `state.db`, `archive.db` and `blobs.db`. */
export function stateTables({ db }: StateFile, kept: StateFile, files: StateFile) {
  const ofPreferences = preferences(db);
  const keptByPins = pinnedBytes(files.db);
  const written = journal(db);
  return {
    alerts: alerts(db),
    archive: archive(kept.db),
    blobs: blobs(files.db, () => ofPreferences.get().storedFilesLimitBytes + keptByPins()),
    capabilities: capabilities(db),
    catalogue: catalogue(db, normalText),
    chosenArtifacts: chosenArtifacts(db),
    commitDrafts: commitDrafts(db),
    dependencyExports: dependencyExports(db),
    fileStates: fileStates(db),
    forgetPerson: (person: PersonTexts & { profileId: string }, isDry: boolean) =>
      forgetInState({ db, archive: kept.db, journal: written, pause: () => setImmediate() }, person, isDry),
    imports: imports(db),
    jobs: jobs(db),
    journal: written,
    journalPaths: journalPaths(db),
    knownPaths: knownPaths(db),
    mirrorMarks: mirrorMarks(kept.db),
    notices: notices(db),
    packages: packages(files.db),
    pins: pins(db),
    placeDiscovery: placeDiscovery(db),
    plans: plans(db),
    preferences: ofPreferences,
    profiles: profiles(db),
    setups: setups(db),
    snippetFiles: snippetFiles(files.db),
    views: views(db),
    watches: watches(db),
    webhookWatches: webhookWatches(db),
  };
}
export type StateTables = ReturnType<typeof stateTables>;
