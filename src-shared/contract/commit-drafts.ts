import { z } from 'zod';
import { command, epochMs, query, Scope } from './kit.ts';

/** A longer draft is not stored. Units: UTF-16 code units. */
export const mostDraftCharacters = 4_000_000;

/** Commits that are being prepared, one for each project of the shown instance. They survive a restart. */
export const commitDrafts = {
  /** `draft`: as the window stored it. Null: none is stored. */
  get: query(z.object({ scope: Scope }), z.object({ draft: z.string(), savedAt: epochMs }).nullable()),
  /** Store a draft; null deletes it. */
  save: command(
    z.object({ scope: Scope, draft: z.string().max(mostDraftCharacters).nullable() }),
    z.object({ savedAt: epochMs }),
  ),
};
