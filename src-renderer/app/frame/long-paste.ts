import { explain } from '#shared/text/en/failures.ts';
import { showMessage } from '../../components/messages/show-message.ts';

/** The longest text that can be pasted. No field accepts a longer one, and its layout could block the window for seconds. */
export const mostPastedChars = 4_000_000;

/** Refuse to paste a text that is too long, with a message. Call it for each paste, before a field gets it. */
export function refuseLongPaste(event: ClipboardEvent): void {
  const { length } = event.clipboardData?.getData('text/plain') ?? '';
  if (length <= mostPastedChars) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { what, nextStep } = explain({ code: 'invalid', reason: 'text-too-long' });
  showMessage({ tone: 'bad', title: what, text: nextStep });
}
