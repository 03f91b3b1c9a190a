import { MediaQuery } from 'svelte/reactivity';
import type { WindowPreferences } from '../../stores/window/preferences.svelte.ts';

/** Whether the sidebar shows only icons: the saved setting; in a narrow window always, until the person expands it. */
export class SidebarFold {
  readonly #preferences: WindowPreferences;
  readonly #narrow = new MediaQuery('width < 1100px');
  #isUnfolded = $state(false);
  readonly isFolded: boolean = $derived.by(() =>
    this.#narrow.current ? !this.#isUnfolded : this.#preferences.value.isSidebarFolded,
  );

  constructor(preferences: WindowPreferences) {
    this.#preferences = preferences;
  }

  /** In a narrow window the choice is not saved. */
  async toggle(): Promise<void> {
    if (this.#narrow.current) this.#isUnfolded = !this.#isUnfolded;
    else await this.#preferences.set({ isSidebarFolded: !this.isFolded });
  }
}
