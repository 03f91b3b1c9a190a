import type { JobKind } from '#main/jobs/job.ts';
import { pinsFill } from '#main/jobs/pins.ts';
import type { scheduler } from '#main/jobs/scheduler.ts';
import { pinsWatch } from '#main/jobs/watches/pins.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import type { Ports } from '#main/ports.ts';
import { openCoverage } from '#main/services/coverage/coverage.ts';
import { storedContents } from '#main/services/coverage/stored-contents.ts';
import type { Downloads } from '#main/services/exports/downloads.ts';
import type { FileExports } from '#main/services/exports/file-exports.ts';
import { commitDraftServices } from '#main/services/files/commit-drafts.ts';
import { openFiles } from '#main/services/files/files.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { openPins } from '#main/services/pins/pins.ts';
import { pinSources } from '#main/services/pins/sources/pin-sources.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit } from '#shared/contract/kit.ts';
import type { composeWatches } from './automatic.ts';
import { artifactStore } from '#main/services/artifacts/artifact-store.ts';
import { artifactFiles } from '#main/services/artifacts/artifact-files.ts';
import { jobTokenReach } from '#main/services/job-token-scope/job-token-reach.ts';
import { pathOf } from './path-of.ts';
import { composeSnippets } from './snippets.ts';
import type { Stores } from './stores.ts';

/** What the features of projects and groups need. The parts that are functions are created later. */
export interface ProjectNeeds {
  ports: Ports;
  state: Stores['tables'];
  fileExports: FileExports;
  downloads: Downloads;
  instanceOf: (profileId: string) => Promise<Instance>;
  jobs: () => ReturnType<typeof scheduler>;
  watches: () => ReturnType<typeof composeWatches>;
  emitTo: (profileId: string) => Emit<ReeveContract>;
}

/** Composes the features that belong to single projects and groups. */
export function projectFeatures({ ports, state, fileExports, downloads, emitTo, ...later }: ProjectNeeds) {
  const { clock } = ports;
  const files = openFiles({
    ...{ state, fileExports, downloads, clock },
    pathOf: (profileId, scope) => pathOf(state.catalogue, profileId, scope),
    changed: (profileId, change) => emitTo(profileId)('repositoryFiles', 'changed', change),
  });
  const snippets = composeSnippets({
    ...{ ports, state, fileExports },
    changed: (profileId, revision) => emitTo(profileId)('snippetFiles', 'changed', { revision }),
  });
  let artifactsRevision = clock.now();
  const artifacts = artifactStore({
    ...{ blobs: state.blobs, chosen: state.chosenArtifacts, clock },
    changed: (profileId) => emitTo(profileId)('artifactFiles', 'changed', { revision: (artifactsRevision += 1) }),
  });
  const coverage = openCoverage({
    setups: state.setups,
    stuck: (profileId) => pins.stuck(profileId),
    pinned: (instance, id) => pins.listsOf(instance, id),
    contents: (profileId, scope) => storedContents(state, profileId, scope),
    table: state.catalogue,
    jobs: () => later.jobs().list(),
    clock,
  });
  const pins = openPins({
    ...{ state, clock, jobs: later.jobs, sources: pinSources({ files, snippets: snippets.contents, artifacts }) },
    gaps: coverage.gaps,
    everyMs: (profileId, id) => later.watches().everyMsOf(profileId, keptFresh.name, id),
    follow: (profileId) => later.watches().follow(profileId),
    changed: (profileId) => emitTo(profileId)('pins', 'changed', {}),
  });
  const keptFresh = pinsWatch(pins);
  const jobs: readonly JobKind[] = [pinsFill(pins)];
  const watches: readonly WatchKind[] = [keptFresh];
  return {
    jobs,
    watches,
    /** Their verbs for one window. `open`: the instance that it shows. */
    servicesOf: (open: () => Instance) => ({
      artifactFiles: artifactFiles({ open, fileExports, artifacts, downloads, blobs: state.blobs, clock }),
      commitDrafts: commitDraftServices(open, { table: state.commitDrafts, clock }),
      coverage: coverage.servicesOf(open),
      jobTokenReach: jobTokenReach({ open, table: state.catalogue }),
      downloads: downloads.servicesOf(open),
      pins: pins.servicesOf(open),
      repositoryFiles: files.servicesOf(open),
      snippetFiles: snippets.servicesOf(open),
    }),
  };
}
