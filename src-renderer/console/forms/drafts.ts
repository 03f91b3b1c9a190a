import type { z } from 'zod';
import type { Stores } from '../../stores/context.ts';
import { FormDraft, type Values } from './form-draft.svelte.ts';
import { outlivingThePage } from '../outliving.svelte.ts';

type Kept = Map<string, { desk: FormDraft; end: () => void }>;
const windows = new WeakMap<Stores, Kept>();

/**
 * The draft of a form, kept while its page is away so that nothing that was written is lost. `name`: for instance
 * "runners.edit 42"; each instance has drafts of its own.
 */
export function keptDraft<V extends Values>(
  stores: Stores,
  name: string,
  schema: z.ZodType<V>,
  initial: Partial<V>,
): FormDraft<V> {
  const drafts = windows.get(stores) ?? new Map<string, { desk: FormDraft; end: () => void }>();
  windows.set(stores, drafts);
  const key = `${stores.profiles.openId} ${name}`;
  const kept = drafts.get(key) ?? outlivingThePage(() => new FormDraft(schema, initial) as unknown as FormDraft);
  drafts.set(key, kept);
  return kept.desk as unknown as FormDraft<V>;
}

/** A form is over: sent, or given up. */
export function dropDraft(stores: Stores, name: string): void {
  const drafts = windows.get(stores);
  const key = `${stores.profiles.openId} ${name}`;
  drafts?.get(key)?.end();
  drafts?.delete(key);
}
