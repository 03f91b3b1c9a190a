import type { Job } from '#shared/contract/job.ts';
import type { Notice } from '#shared/contract/notices.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Notices of one kind, newest first. */
export interface NoticeGroup {
  kind: string;
  notices: readonly Notice[];
}

/** The notices of all instances. */
export class Notices extends LastReply<Awaited<ReturnType<Session['client']['notices']['list']>>> {
  list: readonly Notice[] = $derived(this.value?.notices ?? []);
  unread = $derived(this.value?.unread ?? 0);
  /** The number of all notices; `list` has the newest of them. */
  total = $derived(this.value?.total ?? 0);
  /** The group with the newest notice first. */
  groups = $derived<NoticeGroup[]>(
    [...Map.groupBy(this.list, ({ kind }) => kind)].map(([kind, notices]) => ({ kind, notices })),
  );

  constructor(session: Session) {
    const { notices } = session.client;
    super(session, () => notices.list(), [notices], { onProfileChange: 'reload', everyMs: 0 });
  }

  /** The jobs that no listed notice is about. */
  withoutNotice(jobs: readonly Job[]): readonly Job[] {
    return jobs.filter(({ id }) => !this.list.some(({ link }) => link.query['job'] === id));
  }

  /** Fails: if it cannot be stored. */
  async markRead(ids: readonly number[] | null): Promise<void> {
    await this.session.client.notices.markRead({ ids: ids === null ? null : [...ids] });
  }

  /** Delete notices. Fails: if they cannot be deleted. */
  clear = (ids: readonly number[] | null) => this.session.client.notices.clear({ ids: ids === null ? null : [...ids] });
}
