import type { Clock } from '#main/ports.ts';
import type { CommitDraftTable } from '#main/state/repository/commit-drafts.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Instance } from '../instances/instance.ts';

/** Drafts of commits in `state.db`. */
export function commitDraftServices(
  open: () => Instance,
  table: CommitDraftTable,
  clock: Clock,
): Services<ReeveContract>['commitDrafts'] {
  return {
    get: ({ scope }) => {
      const instance = open();
      return table.get(instance.profile.id, instance.scopeOf(scope));
    },
    save: ({ scope, draft }) => {
      const instance = open();
      const [{ id }, place] = [instance.profile, instance.scopeOf(scope)];
      const savedAt = clock.now();
      if (draft === null) table.remove(id, place);
      else table.put(id, place, draft, savedAt);
      return { savedAt };
    },
  };
}
