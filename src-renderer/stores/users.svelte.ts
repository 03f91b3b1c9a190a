import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import { UserQuery, type UserSelection } from '#shared/contract/users.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../link/session.svelte.ts';
import type { CachedUsers } from './cached-users.svelte.ts';
import { WindowSource } from './window-source.svelte.ts';

type UsersClient = Client<ReeveContract>['users'];
export type UsersReply = Awaited<ReturnType<UsersClient['list']>>;
/** One user of the list with its age. */
export type UserRow = UsersReply['rows'][number];
export type CopyFormat = Parameters<UsersClient['copy']>[0]['format'];

const idlePaceMs = seconds(0.25);
const crawlPaceMs = seconds(2);
const fewRows = 1_000;

/** Every user, ordered by name: what the console begins with. */
export const everyone: UserQuery = UserQuery.parse({});

/** The list of users of the open profile: what is asked, the rows in sight, and what is known of the whole. */
export class Users {
  readonly source: WindowSource<UserRow, UserQuery, UsersReply>;
  query = $state.raw<UserQuery>(everyone);
  /** The rows carry the administrator's fields; unknown counts as yes, so that nothing is refused too early. */
  isAdministratorView = $derived(this.summary?.view !== 'public');
  readonly #session: Session;
  readonly #cached: CachedUsers;

  /** `isCrawling`: rows pour in, so the list is read again more rarely. */
  constructor(session: Session, cached: CachedUsers, isCrawling: () => boolean) {
    this.#session = session;
    this.#cached = cached;
    this.source = new WindowSource({
      list: (query, slice, signal) => session.client.users.list({ query, slice }, signal),
      ids: async (query, from, count) => (await session.client.users.ids({ query, from, count })).ids,
      idOf: ({ row }) => row.id,
      // While rows are few each of them counts, and a reading costs little.
      paceMs: () => (isCrawling() && this.source.total > fewRows ? crawlPaceMs : idlePaceMs),
    });
  }

  /** Null until the core answered once. */
  get summary(): CachedUsers['summary'] {
    return this.#cached.summary;
  }

  get serverFilters(): UsersReply['serverFilters'] {
    return this.source.reply?.serverFilters ?? [];
  }

  /** Show this; `at`: the first row that will be in sight. */
  show(query: UserQuery, at = 0): Promise<void> {
    this.query = query;
    return this.source.query(query, at);
  }

  /** Follow what changes until the end is called; what was shown before stays meanwhile. */
  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.source.resume()),
      this.#session.client.users.changed(({ revision }) => this.source.touch(revision)),
    ];
    return () => {
      ends.forEach((end) => end());
      this.source.rest();
    };
  }

  copy(selection: UserSelection, format: CopyFormat, columns: string[]) {
    return this.#session.client.users.copy({ selection, format, columns });
  }

  export(selection: UserSelection, columns: string[]) {
    return this.#session.client.users.export({ selection, columns });
  }
}
