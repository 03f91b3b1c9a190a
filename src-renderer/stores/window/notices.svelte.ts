import type { Job } from '#shared/contract/job.ts';
import type { Notice } from '#shared/contract/notices.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Notices of one kind, newest first. */
export interface NoticeGroup {
  kind: string;
  notices: readonly Notice[];
}

/** The notices of all instances. */
export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  unread = $state(0);
  /** The number of all notices; `list` has the newest of them. */
  total = $state(0);
  failure = $state.raw<Failure | null>(null);
  /** The group with the newest notice first. */
  groups = $derived<NoticeGroup[]>(
    [...Map.groupBy(this.list, ({ kind }) => kind)].map(([kind, notices]) => ({ kind, notices })),
  );
  readonly #session: Session;
  #asked = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { notices, profiles } = this.#session.client;
    const load = (): void => void this.load();
    const ends = [this.#session.onConnected(load), notices.changed(load), profiles.changed(load)];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { notices, unread, total } = await this.#session.client.notices.list();
      if (asked !== this.#asked) return;
      this.list = notices;
      this.unread = unread;
      this.total = total;
      this.failure = null;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }

  /** The jobs that no listed notice is about. */
  withoutNotice(jobs: readonly Job[]): readonly Job[] {
    return jobs.filter(({ id }) => !this.list.some(({ link }) => link.query['job'] === id));
  }

  /** Fails: if it cannot be stored. */
  async markRead(ids: readonly number[] | null): Promise<void> {
    await this.#session.client.notices.markRead({ ids: ids === null ? null : [...ids] });
  }

  /** Delete notices. Fails: if they cannot be deleted. */
  async clear(ids: readonly number[] | null): Promise<void> {
    await this.#session.client.notices.clear({ ids: ids === null ? null : [...ids] });
  }
}
