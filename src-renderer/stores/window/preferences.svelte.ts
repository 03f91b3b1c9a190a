import type { Preferences } from '#shared/contract/host.ts';
import { defaultPreferences } from '#shared/contract/window.constant.ts';
import type { Session } from '../../link/session.svelte.ts';

/**
 * Settings of this installation. A change is applied at once and saved afterwards. Theme and density are attributes of
 * `<html>`.
 */
export class WindowPreferences {
  #value = $state.raw(defaultPreferences);
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  get value(): Preferences {
    return this.#value;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.#load()),
      this.#session.client.host.preferencesChanged((preferences) => this.#take(preferences)),
      this.#session.client.host.statusChanged(() => void this.#load()),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Change settings. Fails: if they cannot be saved; they then apply until the window closes. */
  async set(patch: Partial<Preferences>): Promise<void> {
    this.#take({ ...this.#value, ...patch });
    await this.#session.client.host.setPreferences(patch);
  }

  /** The saved column layout of a table; undefined: none. */
  table(name: string): unknown {
    return this.#value.tables[name];
  }

  setTable(name: string, value: unknown): Promise<void> {
    return this.set({ tables: { ...this.#value.tables, [name]: value } });
  }

  async #load(): Promise<void> {
    try {
      this.#take(await this.#session.client.host.preferences());
    } catch {
      // The settings are in the locked vault. Until it opens, those in the page of the host and the defaults apply.
    }
  }

  #take(preferences: Preferences): void {
    this.#value = preferences;
    const root = document.documentElement;
    if (preferences.theme === 'system') root.removeAttribute('data-theme');
    else root.dataset['theme'] = preferences.theme;
    root.dataset['density'] = preferences.density;
  }
}
