import type { QueueLine } from '#shared/contract/imports.ts';
import type { Stores } from '../../stores/context.ts';
import { ImportQueue } from '../../stores/transfers/imports.svelte.ts';

/** The lines of a CSV, and the question about invalid lines, while the form is open. */
export class QueueReview {
  readonly queue: ImportQueue;
  /** The lines for which the form asked whether to continue without the invalid ones. */
  questionedLines = $state.raw<readonly QueueLine[] | null>(null);
  readonly isAsked = $derived.by(() => this.questionedLines !== null && this.questionedLines === this.queue.lines);
  /** The form is being sent without the invalid lines. */
  isWithoutBad = false;
  /** Scrolls to the invalid lines. The preview sets this function. */
  showBad: () => Promise<void> = () => Promise.resolve();

  constructor({ session }: Pick<Stores, 'session'>) {
    this.queue = new ImportQueue(session);
  }
}
