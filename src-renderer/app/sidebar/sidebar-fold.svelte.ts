import { shell } from '#shared/text/en/shell.ts';
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

const closedInPlace: readonly string[] = [shell.nav.work, shell.nav.policy];

/**
 * Which sections of the sidebar show their pages, by title: as saved, and all by default. While a project or group is
 * chosen, the sections Work and Policy are closed by default, so that its pages fit.
 */
export class SectionFold {
  readonly #preferences: WindowPreferences;
  readonly #isInPlace: () => boolean;

  constructor(preferences: WindowPreferences, isInPlace: () => boolean) {
    this.#preferences = preferences;
    this.#isInPlace = isInPlace;
  }

  isOpen(title: string): boolean {
    const saved = this.#preferences.value.openSections[title];
    return saved ?? !(closedInPlace.includes(title) && this.#isInPlace());
  }

  async toggle(title: string): Promise<void> {
    const { openSections } = this.#preferences.value;
    await this.#preferences.set({ openSections: { ...openSections, [title]: !this.isOpen(title) } });
  }
}
