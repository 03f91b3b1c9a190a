import { profiles } from './0010-profiles.ts';
import { preferences } from './0020-preferences.ts';
import { savedViews } from './0030-saved-views.ts';
import { jobs } from './0040-jobs.ts';
import { notices } from './0050-notices.ts';
import { capabilities } from './0060-capabilities.ts';
import { catalogue } from './0070-catalogue.ts';
import { plans } from './0080-plans.ts';
import { journal } from './0090-journal.ts';
import { journalUser } from './0100-journal-user.ts';
import { imports } from './0110-imports.ts';
import { lastReached } from './0120-last-reached.ts';
import { watches } from './0130-watches.ts';
import { setup } from './0140-setup.ts';
import { dependencyExports } from './0150-dependency-exports.ts';
import { alerts } from './0160-alerts.ts';
import { webhookWatches } from './0170-webhook-watches.ts';
import { files } from './0180-files.ts';
import { pins } from './0190-pins.ts';
import { chosenArtifacts } from './0200-chosen-artifacts.ts';
import { fileMetadata } from './0210-file-metadata.ts';
import { commitDrafts } from './0220-commit-drafts.ts';
import { removalsAndSends } from './0230-removals-and-sends.ts';
import { dialectProposals } from './0240-dialect-proposals.ts';
import { journalChanges } from './0250-journal-changes.ts';
import { countedChecks } from './0270-counted-checks.ts';
import { observedStates } from './0280-observed-states.ts';
import { journalLevels } from './0300-journal-levels.ts';
import { pinnedContextCommits } from './0310-pinned-context-commits.ts';
import { viewVersions } from './0320-view-versions.ts';
import type { Migration } from './migration.ts';

/** Every migration of `state.db`, in order. */
export const migrations: readonly Migration[] = [
  profiles,
  preferences,
  savedViews,
  jobs,
  notices,
  capabilities,
  catalogue,
  plans,
  journal,
  journalUser,
  imports,
  lastReached,
  watches,
  setup,
  dependencyExports,
  alerts,
  webhookWatches,
  files,
  pins,
  chosenArtifacts,
  fileMetadata,
  commitDrafts,
  removalsAndSends,
  dialectProposals,
  journalChanges,
  countedChecks,
  observedStates,
  journalLevels,
  pinnedContextCommits,
  viewVersions,
];
