import { artifactFiles } from './artifact-files.ts';
import { catalogue } from './catalogue.ts';
import { changes } from './changes.ts';
import { collectionVerbs } from './collections.ts';
import { commitDrafts } from './commit-drafts.ts';
import { coverage } from './coverage.ts';
import { dependencyExports } from './dependency-exports.ts';
import { downloads } from './downloads.ts';
import { explorer } from './explorer.ts';
import { history } from './history.ts';
import { host } from './host.ts';
import { imports } from './imports.ts';
import { jobTokenReach } from './job-token-reach.ts';
import { jobs } from './jobs.ts';
import { journal } from './journal.ts';
import { leavers } from './leavers.ts';
import { notices } from './notices.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';
import { pins } from './pins.ts';
import { places } from './places.ts';
import { profiles } from './profiles.ts';
import { pushRuleReplay } from './push-rule-replay.ts';
import { repositoryFiles } from './repository-files.ts';
import { search } from './search.ts';
import { secrets } from './secrets.ts';
import { setup } from './setup.ts';
import { snippetFiles } from './snippet-files.ts';
import { stagedFiles } from './staged-files.ts';
import { watches } from './watches.ts';

/** All calls from a window to the core, and all events from the core to a window. */
export const contract = {
  ...collectionVerbs,
  artifactFiles,
  catalogue,
  changes,
  commitDrafts,
  coverage,
  dependencyExports,
  downloads,
  explorer,
  history,
  host,
  imports,
  jobTokenReach,
  jobs,
  journal,
  leavers,
  notices,
  overview,
  people,
  pins,
  places,
  profiles,
  pushRuleReplay,
  repositoryFiles,
  search,
  secrets,
  setup,
  snippetFiles,
  stagedFiles,
  watches,
};
export type ReeveContract = typeof contract;
