import { messages, type Message } from './messages.svelte.ts';

/** Show a message. Returns a function that closes it. */
export function tell(message: Message): () => void {
  return messages.add(message);
}
