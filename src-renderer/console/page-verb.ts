import type { Command } from '../stores/window/commands.svelte.ts';

/** A command of a page that the palette offers on every page. Declared in the `verbs.ts` of the page's folder. */
export interface PageVerb {
  /** The id of the command on its page. */
  id: string;
  title: string;
  /** Further words that find it. */
  keywords: string;
  /** Absent: a plus sign. */
  icon?: Command['icon'];
  /** It changes nothing on the instance. */
  isHarmless?: boolean;
}
