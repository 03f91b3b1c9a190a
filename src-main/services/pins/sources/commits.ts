import { defaultRef, revisionsOf } from '#shared/contract/commit-list.ts';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { commitListName } from '#shared/text/en/commit-lists.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import type { PinItem, PinSource } from '../pin-source.ts';
import { neverSynced, syncedPlaces } from './synced-places.ts';
import { syncList } from './sync-list.ts';

/** The assumed number of commits of a branch that was never synced, and the size of one. */
const unknownCommits = 100;
const commitBytes = 1_000;

/**
 * The commits of the default branch and of the pinned ref, with the numbers of changed lines. The list of a project's
 * commits of all branches does not have these numbers, and ends after 2,000.
 */
export const commitsSource: PinSource = {
  name: 'commits',
  depth: 'facts',
  async items(pinned) {
    const { places, view, ref, freshSince, isOff, noted } = pinned;
    if (view !== null) return [];
    const synced = await syncedPlaces('commits', pinned);
    const sizes = new Map(noted('commits').map(({ key, bytes }) => [key, bytes]));
    const projects = places().filter(({ kind, scope }) => kind === 'project' && !isOff('commits', scope));
    return projects.flatMap(({ scope: project, label }) =>
      [...new Set([defaultRef, ref])].map((name): PinItem => {
        const revisions = revisionsOf({ ref_name: name });
        const scope = scopeOfRevisions(project, revisions);
        const { completedAt, unreadable, refusal } = synced.get(scope) ?? neverSynced;
        const isNew = completedAt === null;
        return {
          ...{ key: scope, scope, isNew, refusal, unreadable, isGuess: isNew, requests: 1 },
          label: words.commitsOf(commitListName(revisions), label),
          bytes: sizes.get(scope) ?? unknownCommits * commitBytes,
          isStored: !isNew && completedAt >= freshSince && refusal === null,
        };
      }),
    );
  },
  store: ({ scope }, needs, signal) => syncList('commits', scope, commitBytes, needs, signal),
};
