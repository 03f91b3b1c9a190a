import type { Scope } from '#shared/contract/scope.ts';
import type { Setup, SetupChoice, SetupStep } from '#shared/contract/setup.ts';
import { offWith } from '#shared/off-places.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply, type ChangeSource } from '../loading/last-reply.svelte.ts';

/** The setup of the open instance. Null: no instance is open, or its cache is closed; the window frame shows which. */
export class SetupProgress extends LastReply<Setup | null> {
  /** The core has replied, also with a failure. */
  isLoaded = $derived(this.value !== undefined);
  /** It was started and has not ended. */
  isUnderWay = $derived((this.value?.phase ?? 'over') !== 'over');
  /** It syncs by itself now or after a wait. */
  isActive = $derived(this.value?.phase === 'busy');
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  readonly #off = $derived(new Set(this.value?.off.places));

  constructor(session: Session) {
    const { setup } = session.client;
    const changes: ChangeSource = {
      changed: (touch) =>
        setup.changed(({ steps, isStale, ...progress }) => {
          const { value } = this;
          const merged = value?.steps.map((step) => steps.find(({ id }) => id === step.id) ?? step) ?? [];
          if (value) this.value = { ...value, ...progress, steps: merged };
          if (isStale || !value) touch();
        }),
    };
    super(session, () => setup.get().catch(() => null), [changes], { onProfileChange: 'forget' });
  }

  /** The name with which a place is switched off: its own, or that of a group above it. Null: it is not. */
  offWith(place: Parameters<typeof offWith>[1]): string | null {
    return offWith(this.#off, place);
  }

  stepOf(id: string): SetupStep | undefined {
    return this.value?.steps.find((step) => step.id === id);
  }

  start = (choice: SetupChoice) => this.session.client.setup.start({ choice });
  pause = () => this.session.client.setup.pause();
  resume = () => this.session.client.setup.resume();
  searchFurther = () => this.session.client.setup.searchFurther();
  async setOff(what: { collections?: string[]; places?: Scope[]; keys?: number[] }, isOff: boolean): Promise<void> {
    await this.session.client.setup.setOff({ ...what, isOff });
    await this.load();
  }
}
