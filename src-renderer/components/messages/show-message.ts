import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { messages, type Message } from './messages.svelte.ts';

/** Show a message. Returns a function that closes it. */
export function showMessage(message: Message): () => void {
  return messages.add(message);
}

/** Close the message with this id, if it is shown. */
export function closeMessage(id: string): void {
  messages.closeById(id);
}

/**
 * Show why an action failed, and what to do. An aborted action shows nothing. Shape: `title` says what failed; a new message
 * replaces an older one with the same title.
 */
export function showFailure(title: string | undefined, thrown: unknown): void {
  const failure = Failure.from(thrown);
  if (failure.code === 'aborted') return;
  const { what, nextStep } = explain(failure);
  if (title === undefined) showMessage({ tone: 'bad', title: what, text: nextStep });
  else showMessage({ tone: 'bad', title, text: `${what} ${nextStep}`, id: title });
}
