import type { Scope } from '#shared/contract/scope.ts';
import type { Setup, SetupChoice, SetupStep } from '#shared/contract/setup.ts';
import { offWith } from '#shared/off-places.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** The setup of the open instance. */
export class SetupProgress {
  /** Null until the first reply of the core, and while no instance is open. */
  value = $state.raw<Setup | null>(null);
  /** The core has replied, also with a failure. */
  isLoaded = $state(false);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  readonly #off = $derived(new Set(this.value?.off.places));
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** It was started and has not ended. */
  get isUnderWay(): boolean {
    return (this.value?.phase ?? 'over') !== 'over';
  }

  /** It syncs by itself now or after a wait. */
  get isActive(): boolean {
    return this.value?.phase === 'busy';
  }

  /** The name with which a place is switched off: its own, or that of a group above it. Null: it is not. */
  offWith(place: Parameters<typeof offWith>[1]): string | null {
    return offWith(this.#off, place);
  }

  stepOf(id: string): SetupStep | undefined {
    return this.value?.steps.find((step) => step.id === id);
  }

  follow(): () => void {
    const { setup, profiles } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [
        setup.changed(({ steps, isStale, ...progress }) => {
          if (this.value !== null) {
            this.value = {
              ...this.value,
              ...progress,
              steps: this.value.steps.map((step) => steps.find(({ id }) => id === step.id) ?? step),
            };
          }
          if (isStale || this.value === null) touch();
        }),
        profiles.changed(() => {
          this.value = null;
          touch();
        }),
      ],
    );
  }

  async start(choice: SetupChoice): Promise<void> {
    await this.#session.client.setup.start({ choice });
  }
  async pause(): Promise<void> {
    await this.#session.client.setup.pause();
  }
  async resume(): Promise<void> {
    await this.#session.client.setup.resume();
  }
  async searchFurther(): Promise<void> {
    await this.#session.client.setup.searchFurther();
  }
  async setOff(what: { collections?: string[]; places?: Scope[]; keys?: number[] }, isOff: boolean): Promise<void> {
    await this.#session.client.setup.setOff({ ...what, isOff });
    await this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.value = await this.#session.client.setup.get();
    } catch {
      // No instance is open, or the cache is closed. The frame shows both
      this.value = null;
    } finally {
      this.isLoaded = true;
    }
  }
}
