import { askWhileUnsaved } from '../../../console/forms/drafts.ts';
import { detachedEffect } from '../../../console/detached-effect.svelte.ts';
import { remoteReason } from '../../../stores/availability.ts';
import { BuilderDraft } from '../../../stores/commit-builder/builder-draft.svelte.ts';
import { DraftKeeper } from '../../../stores/commit-builder/draft-keeper.svelte.ts';
import type { Stores } from '../../../stores/context.ts';

interface KeptDraft {
  draft: BuilderDraft;
  keeper: DraftKeeper;
}

const draftsByWindow = new WeakMap<Stores, Map<string, KeptDraft>>();

/**
 * The draft of the shown project, which is stored while it is changed. The window asks before a reload that would lose
 * input. Each project of each instance has its own.
 */
export function keptDraft(stores: Stores): KeptDraft {
  const { profiles, scope, session } = stores;
  const drafts = draftsByWindow.get(stores) ?? new Map<string, KeptDraft>();
  draftsByWindow.set(stores, drafts);
  // The scope has the path of the project until its ID is known
  const key = `${profiles.openId} ${scope.entry?.path ?? scope.current}`;
  const kept = drafts.get(key);
  if (kept !== undefined) return kept;
  const made = detachedEffect((): KeptDraft => {
    const draft = new BuilderDraft(session, scope.current);
    return { draft, keeper: new DraftKeeper(session, draft, () => remoteReason(stores) === null) };
  });
  askWhileUnsaved(made, ({ keeper }) => keeper.isUnsaved);
  drafts.set(key, made.value);
  return made.value;
}
