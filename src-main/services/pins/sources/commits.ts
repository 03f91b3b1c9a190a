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
 * The commits of the default branch and of the pinned ref, and then those that only other branches have, with the numbers
 * of changed lines. The list of a project's commits of all branches does not have these numbers, and ends after 2,000.
 */
export const commitSources: readonly PinSource[] = ['commits', 'commits-branches'].map((source) => ({
  name: source,
  depth: 'facts',
  rowOf: () => 'commits',
  async items(pinned) {
    const { places, view, ref, freshSince, isOff, noted } = pinned;
    if (view !== null) return [];
    const synced = await syncedPlaces('commits', pinned);
    const sizes = new Map(noted(source).map(({ key, bytes }) => [key, bytes]));
    const projects = places().filter(({ kind, scope }) => kind === 'project' && !isOff('commits', scope));
    return projects.flatMap(({ scope: project, label }) => {
      const own = [defaultRef, ref];
      // By branch: 1 if a list has its head and the numbers of changed lines, so that no request is needed
      const others = Object.entries(synced.get(project)?.parts?.others ?? {}).filter(([name]) => name !== ref);
      const refs = new Map<string, 0 | 1 | null>(source === 'commits' ? own.map((name) => [name, null]) : others);
      return [...refs].flatMap(([name, isListed]): PinItem[] => {
        const revisions = revisionsOf({ ref_name: name });
        const scope = scopeOfRevisions(project, revisions);
        const { completedAt, unreadable, refusal } = synced.get(scope) ?? neverSynced;
        const isNew = completedAt === null;
        if (isNew && isListed === 1) return [];
        const item = {
          ...{ key: scope, scope, isNew, refusal, unreadable, isGuess: isNew, requests: 1 },
          label: words.commitsOf(commitListName(revisions), label),
          bytes: sizes.get(scope) ?? unknownCommits * commitBytes,
          isStored: (isListed === null ? !isNew && completedAt >= freshSince : isListed === 1) && refusal === null,
        };
        return [item];
      });
    });
  },
  store: ({ scope }, needs, signal) => syncList('commits', scope, commitBytes, needs, signal),
}));
