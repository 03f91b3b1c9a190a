import type { QueueLine } from '#shared/contract/imports.ts';
import type { Stores } from '../../stores/context.ts';
import { ImportQueue } from '../../stores/transfers/imports.svelte.ts';

/** The lines of a CSV while its form is open. */
export class QueueReview {
  readonly queue: ImportQueue;
  /** The lines for which the form asked whether to continue without invalid ones. */
  asked = $state.raw<readonly QueueLine[] | null>(null);
  readonly isAsked = $derived.by(() => this.asked !== null && this.asked === this.queue.lines);
  /** The form is being sent without the invalid lines. */
  isWithoutBad = false;
  /** Set by the preview: scrolls to the invalid lines. */
  showBad: () => Promise<void> = () => Promise.resolve();

  constructor({ session }: Pick<Stores, 'session'>) {
    this.queue = new ImportQueue(session);
  }
}
