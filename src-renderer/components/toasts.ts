import { toast } from 'svelte-sonner';
import { seconds } from '#shared/time.ts';

/** A message that comes and goes by itself. */
export interface Message {
  tone?: 'plain' | 'ok' | 'warn' | 'bad';
  title: string;
  text?: string | undefined;
  /** The way back or on, for instance undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Replaces the message of the same id, so that a bulk action speaks once. */
  id?: string | undefined;
}

/** Show a message; failures stay twice as long. Answers how to take it away. */
export function tell({ tone = 'plain', title, text, action, id }: Message): () => void {
  const show = { plain: toast.message, ok: toast.success, warn: toast.warning, bad: toast.error }[tone];
  const key = show(title, {
    duration: tone === 'bad' || action !== undefined ? seconds(10) : seconds(5),
    ...(text === undefined ? {} : { description: text }),
    ...(id === undefined ? {} : { id }),
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.run } }),
  });
  return () => void toast.dismiss(key);
}
