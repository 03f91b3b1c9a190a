/** The file to attach in the form of a wiki page. It is kept while the form is closed because a plan is shown. */
export class AttachDraft {
  file = $state.raw<File | null>(null);
  isOpen = $state(false);
  /** The share that the core has received, from 0 to 1; null: the file isn't being sent to the core. */
  progress = $state<number | null>(null);
  error = $state<string | null>(null);
}
