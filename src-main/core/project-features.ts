import { pinsFill } from '#main/jobs/pins.ts';
import { pinsWatch } from '#main/jobs/watches/pins.ts';
import type { AppContext } from '#main/services/app-context.ts';
import { artifactFiles } from '#main/services/artifacts/artifact-files.ts';
import { artifactStore } from '#main/services/artifacts/artifact-store.ts';
import { openCoverage } from '#main/services/coverage/coverage.ts';
import { commitDraftServices } from '#main/services/files/commit-drafts.ts';
import { openFiles } from '#main/services/files/files.ts';
import { historyServices } from '#main/services/history/history.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { jobTokenReach } from '#main/services/job-token-scope/job-token-reach.ts';
import { leavers } from '#main/services/leavers/leavers.ts';
import { people } from '#main/services/people/people.ts';
import { placesHome } from '#main/services/places-home/places-home.ts';
import { openPins } from '#main/services/pins/pins.ts';
import { pinSources } from '#main/services/pins/sources/pin-sources.ts';
import { snippetContents } from '#main/services/snippets/snippet-contents.ts';
import { snippetFiles } from '#main/services/snippets/snippet-files.ts';

/** Composes the features that belong to single projects and groups. */
export function projectFeatures(app: AppContext, onForgotten: (profileId: string) => void) {
  const { state, clock, downloads } = app;
  const files = openFiles(app);
  const snippets = snippetContents(app);
  const artifacts = artifactStore(app);
  const coverage = openCoverage({
    ...app,
    stuck: (profileId) => pins.stuck(profileId),
    pinned: (instance, id) => pins.listsOf(instance, id),
  });
  const pins = openPins({ ...app, gaps: coverage.gaps, sources: pinSources({ files, snippets, artifacts }) });
  return {
    jobs: [pinsFill(pins)],
    watches: [pinsWatch(pins)],
    /** Their verbs for one window. `open`: the instance that it shows. */
    servicesOf: (open: () => Instance) => ({
      artifactFiles: artifactFiles(open, artifacts, app),
      commitDrafts: commitDraftServices(open, state.commitDrafts, clock),
      coverage: coverage.servicesOf(open),
      history: historyServices({ ...app, open, onForgotten }),
      jobTokenReach: jobTokenReach(open, state),
      downloads: downloads.servicesOf(open),
      leavers: leavers(open, { ...app, people: people(open, state.catalogue) }),
      people: people(open, state.catalogue),
      pins: pins.servicesOf(open),
      places: placesHome({ ...app, open, coverage }),
      repositoryFiles: files.servicesOf(open),
      snippetFiles: snippetFiles(open, snippets, app),
    }),
  };
}
