import { mostDraftCharacters } from '#shared/contract/commit-drafts.ts';
import { fromJson } from '#shared/untrusted-json.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { BuilderDraft, StoredDraft } from './builder-draft.svelte.ts';

/** Delay after a change before a draft is stored. */
const saveDelayMs = 600;

/** Stores a draft while it is changed, so that it survives a restart. Create it in an effect root. */
export class DraftKeeper {
  /** When the draft was stored last; null: it was not. */
  savedAt = $state<number | null>(null);
  /** The draft is too large to be stored. */
  isTooLarge = $state(false);
  /** Settles when the stored draft was read. Never rejects. */
  readonly loaded: Promise<void>;
  readonly #session: Session;
  readonly #draft: BuilderDraft;
  #isLoaded = $state(false);
  /** The text that is stored; empty: none. Reactive, so that a change during a save is stored after it. */
  #stored = $state.raw('');
  readonly #text = $derived.by(() => (this.#draft.isDirty ? JSON.stringify(this.#draft.stored()) : ''));

  constructor(session: Session, draft: BuilderDraft, isReachable: () => boolean) {
    this.#session = session;
    this.#draft = draft;
    this.loaded = this.#load(isReachable).finally(() => (this.#isLoaded = true));
    $effect(() => {
      const text = this.#text;
      if (!this.#isLoaded || text === this.#stored) return undefined;
      const timer = setTimeout(() => void this.#save(text), saveDelayMs);
      return () => clearTimeout(timer);
    });
  }

  /** Whether a reload would lose input. */
  get isUnsaved(): boolean {
    return this.#draft.isDirty && this.#text !== this.#stored;
  }

  async #load(isReachable: () => boolean): Promise<void> {
    const draft = this.#draft;
    const found = await this.#session.client.commitDrafts.get({ scope: draft.scope }).catch(() => null);
    const stored = found === null ? null : draftIn(found.draft);
    if (stored === null || found === null || draft.isDirty) return;
    draft.restore(stored, isReachable());
    this.#stored = found.draft;
    this.savedAt = found.savedAt;
  }

  async #save(text: string): Promise<void> {
    this.isTooLarge = text.length > mostDraftCharacters;
    if (this.isTooLarge) return;
    const { commitDrafts } = this.#session.client;
    try {
      const input = { scope: this.#draft.scope, draft: text === '' ? null : text };
      const { savedAt } = await commitDrafts.save(input);
      this.#stored = text;
      this.savedAt = text === '' ? null : savedAt;
    } catch {
      // The connection to the core is lost, which the window shows. The next change tries again.
    }
  }
}

/** Null: a different version of Reeve stored it in another format. */
function draftIn(text: string): StoredDraft | null {
  const { fields, actions } = (fromJson(text) ?? {}) as Partial<StoredDraft>;
  return typeof fields === 'object' && Array.isArray(actions) ? { fields, actions } : null;
}
