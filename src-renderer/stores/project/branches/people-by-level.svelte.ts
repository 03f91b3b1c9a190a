import type { Scope } from '#shared/contract/scope.ts';
import type { ShownToSync } from '../../sync-opened.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';
import type { Session } from '../../../link/session.svelte.ts';

/** Maximum people that are shown. */
const mostPeople = 50;

type Members = Session['client']['members'];
type Reply = Awaited<ReturnType<Members['list']>> &
  Pick<Awaited<ReturnType<Members['summary']>>, 'completedAt' | 'refusal'>;

/** The cached members of a project with at least an access level, those with the highest level first. */
export class PeopleByLevel extends LastReply<Reply> {
  /** Undefined: not loaded yet. */
  people = $derived(this.value?.rows.map(({ row }) => row));
  total = $derived(this.value?.total ?? 0);
  /** Null: the members were never synced. */
  syncedAt = $derived(this.value?.completedAt ?? null);
  /** Why the newest sync was refused. */
  refusal = $derived(this.value?.refusal);
  /** The list of members, for the panel to sync. */
  readonly list: ShownToSync;

  constructor(session: Session, scope: Scope, access_level_min: number) {
    const { members } = session.client;
    const query = { scope, filter: { access_level_min }, sort: { by: 'access_level', direction: 'desc' } } as const;
    const load = async () => {
      const [{ completedAt, refusal }, listed] = await Promise.all([
        members.summary({ scope }),
        members.list({ query, slice: { from: 0, count: mostPeople } }),
      ]);
      return { ...listed, completedAt, refusal };
    };
    super(session, load, [members]);
    this.list = { collection: 'members', scope, since: null };
  }
}
