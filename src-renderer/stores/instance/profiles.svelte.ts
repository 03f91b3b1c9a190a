import type { ConnectionTest, LostProfile, Profile, ProfileInput } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import type { Route } from '../window/route.svelte.ts';

/** The instances of this installation, and the one that this window shows, which is part of its address. */
export class Profiles {
  /** Null until the first reply of the core. */
  list = $state.raw<Profile[] | null>(null);
  /** Instances that are missing from a restored backup. Their caches and tokens are kept. */
  lost: readonly LostProfile[] = $derived.by(() => this.#lost.value?.lost ?? []);
  openId = $state.raw<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  open = $derived(this.list?.find(({ id }) => id === this.openId) ?? null);
  /** The dialect of the open profile. */
  dialect = $derived<DialectName>(this.open?.dialect ?? 'documented');
  readonly #session: Session;
  readonly #lost: LastReply<{ lost: LostProfile[] }>;
  /** The instance in the address when the window was opened. Before `load` ends, the scope may replace it there. */
  readonly #wanted: string | null;
  #route: Pick<Route, 'shown' | 'show' | 'onShown' | 'navigate' | 'segments'>;

  constructor(session: Session, route: Pick<Route, 'shown' | 'show' | 'onShown' | 'navigate' | 'segments'>) {
    this.#session = session;
    this.#route = route;
    this.#wanted = route.shown.profile;
    this.#lost = new LastReply(session, () => session.client.profiles.lost(), []);
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.load()),
      this.#session.client.profiles.changed(() => void this.load()),
      this.#session.client.host.statusChanged(() => void this.load()),
      this.#route.onShown(() => void this.#openFromAddress()),
    ];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    try {
      const { profiles, openId } = await this.#session.client.profiles.list();
      const isFirst = this.list === null;
      this.list = profiles;
      this.openId = openId;
      const isRemoved = this.#wanted !== null && !profiles.some(({ id }) => id === this.#wanted);
      if (isFirst && isRemoved && openId !== null)
        this.#route.navigate('/open', { replace: true, profile: openId, scope: null });
      this.#writeAddress();
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  /** The dialect of an instance; that of the open one if it is unknown, as after its removal. */
  dialectOf(id: string): DialectName {
    return this.list?.find((one) => one.id === id)?.dialect ?? this.dialect;
  }

  /** The name of an instance; empty if it is unknown. */
  nameOf(id: string): string {
    return this.list?.find((one) => one.id === id)?.name ?? '';
  }

  /** The name of an instance that is not the open one; null for the open one, and for an unknown one. */
  nameOfOther(id: string): string | null {
    return id === this.openId ? null : (this.list?.find((other) => other.id === id)?.name ?? null);
  }

  /** Test the input without saving it. `id`: use the stored token if none was entered. */
  test(input: ProfileInput, id: string | null): Promise<ConnectionTest> {
    return this.#session.client.profiles.test({ ...input, ...(id === null ? {} : { id }) });
  }

  /** Save a new profile; the core opens it. */
  add = (input: ProfileInput) => this.#after(this.#session.client.profiles.add(input));
  edit = (id: string, input: ProfileInput) => this.#after(this.#session.client.profiles.edit({ ...input, id }));
  /** Answer the proposal of another dialect. */
  chooseDialect = (id: string, dialect: DialectName) =>
    this.#after(this.#session.client.profiles.chooseDialect({ id, dialect }));
  remove = (id: string) => this.#after(this.#session.client.profiles.remove({ id }));
  openProfile = (id: string) => this.#after(this.#session.client.profiles.open({ id }));

  followLost(): () => void {
    return this.#lost.follow();
  }
  async removeLost(id: string): Promise<void> {
    await this.#session.client.profiles.removeLost({ id });
    await this.#lost.load();
  }
  async #after<T>(sent: Promise<T>): Promise<T> {
    const reply = await sent;
    await this.load();
    return reply;
  }

  /** A link or the history leads to another instance. */
  async #openFromAddress(): Promise<void> {
    const { profile } = this.#route.shown;
    if (profile === null || profile === this.openId) return;
    try {
      await this.openProfile(profile);
    } catch {
      // If it was removed in the meantime, the window keeps the current instance
      const [page = ''] = this.#route.segments;
      this.#route.navigate(`/${page}`, { replace: true, profile: this.openId, scope: null });
    }
  }

  #writeAddress(): void {
    if (this.#route.shown.profile !== this.openId) this.#route.show({ profile: this.openId, scope: null });
  }
}
