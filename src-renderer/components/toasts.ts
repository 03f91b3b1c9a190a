import { messages, type Message } from './messages.svelte.ts';

/** Show a message. Answers how to take it away. */
export function tell(message: Message): () => void {
  return messages.add(message);
}
