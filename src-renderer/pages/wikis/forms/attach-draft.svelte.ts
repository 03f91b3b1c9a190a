import type { Refusal } from '#shared/text/en/refusals.ts';
import { Staging } from '../../../console/forms/staging.svelte.ts';

/** The file to attach in the form of a wiki page. It is kept while the form is closed because a plan is shown. */
export class AttachDraft {
  files = $state.raw<readonly File[]>([]);
  branch = $state('');
  isOpen = $state(false);
  /** A link was inserted, so the editor gets the focus when the form is shown again. */
  isInserted = $state(false);
  readonly staging = new Staging();
  refusal = $state.raw<Refusal | null>(null);
}
