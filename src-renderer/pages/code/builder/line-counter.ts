import type { LineCounts } from '../../../components/code/code-diff.ts';
import type { BuilderAction } from '../../../stores/commit-builder/builder-action.svelte.ts';

type Count = (before: string, after: string) => LineCounts;

/** Counts the changed lines of actions. An action whose texts have not changed since the last count is not counted again. */
export function lineCounter(count: Count) {
  const known = new WeakMap<BuilderAction, { before: string; after: string; counts: LineCounts }>();
  return (action: BuilderAction): LineCounts | null => {
    const texts = textsOf(action);
    if (texts === null) return null;
    const last = known.get(action);
    if (last !== undefined && last.before === texts.before && last.after === texts.after) return last.counts;
    const counts = count(texts.before, texts.after);
    known.set(action, { ...texts, counts });
    return counts;
  };
}
export type LineCounter = ReturnType<typeof lineCounter>;

/** The texts that an action compares; null: its content is not text, or it doesn't change. */
export function textsOf(action: BuilderAction): { before: string; after: string } | null {
  const { source, formerText, newText, encoding } = action;
  switch (action.action) {
    case 'chmod':
      return null;
    case 'delete':
      return source === null || source.text === null ? null : { before: source.text, after: '' };
    case 'create':
      return encoding === 'base64' ? null : { before: '', after: newText };
    case 'update':
    case 'move':
      if (encoding === 'base64' || (source?.text ?? null) === null) return null;
      return { before: formerText, after: newText };
  }
}
