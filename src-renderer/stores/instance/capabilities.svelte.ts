import type { Capability } from '#shared/contract/profiles.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** The permissions of the token, found with harmless requests. They explain failures; no page is hidden because of them. */
export class Capabilities extends LastReply<Capability[]> {
  list = $derived(this.value ?? []);
  /** The first reply for the open instance has arrived. */
  isLoaded = $derived(this.value !== undefined && !this.isLoading);
  readonly #probe = new NewestCall<{ capabilities: Capability[] }>();
  isProbing = $derived(this.#probe.isLoading);
  /** When the oldest check was made; null: never. */
  checkedAt = $derived(this.list.length === 0 ? null : Math.min(...this.list.map(({ checkedAt }) => checkedAt)));

  constructor(session: Session) {
    const load = async () => (await session.client.profiles.capabilities()).capabilities;
    super(session, load, [], { onProfileChange: 'reload' });
  }

  /** Check the permissions again. */
  async probe(): Promise<void> {
    const isProbed = await this.#probe.send(() => this.session.client.profiles.probe());
    if (isProbed) this.value = this.#probe.value?.capabilities;
    this.failure = this.#probe.failure;
  }
}
