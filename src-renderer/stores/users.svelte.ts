import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import { UserQuery, type UserSelection, type UserSummary } from '#shared/contract/users.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../link/session.svelte.ts';
import { WindowSource } from './window-source.svelte.ts';

type UsersClient = Client<ReeveContract>['users'];
export type UsersReply = Awaited<ReturnType<UsersClient['list']>>;
/** One user of the list with its age. */
export type UserRow = UsersReply['rows'][number];
export type CopyFormat = Parameters<UsersClient['copy']>[0]['format'];

const idlePaceMs = seconds(0.25);
const crawlPaceMs = seconds(2);

/** Every user, ordered by name: what the console begins with. */
export const everyone: UserQuery = UserQuery.parse({});

/** The list of users of the open profile: what is asked, the rows in sight, and what is known of the whole. */
export class Users {
  readonly source: WindowSource<UserRow, UserQuery, UsersReply>;
  query = $state.raw<UserQuery>(everyone);
  /** Null until the core answered once. */
  summary = $state.raw<UserSummary | null>(null);
  /** The rows carry the administrator's fields; unknown counts as yes, so that nothing is refused too early. */
  isAdministratorView = $derived(this.summary?.view !== 'public');
  readonly #session: Session;
  #isCounting = false;
  #isCountDue = false;

  /** `isCrawling`: rows pour in, so the list is read again more rarely. */
  constructor(session: Session, isCrawling: () => boolean) {
    this.#session = session;
    this.source = new WindowSource({
      list: (query, slice, signal) => session.client.users.list({ query, slice }, signal),
      ids: async (query, from, count) => (await session.client.users.ids({ query, from, count })).ids,
      idOf: ({ row }) => row.id,
      paceMs: () => (isCrawling() ? crawlPaceMs : idlePaceMs),
    });
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
      this.#session.onConnected(() => {
        void this.source.resume();
        void this.count();
      }),
      this.#session.client.users.changed(({ revision }) => {
        this.source.touch(revision);
        void this.count();
      }),
    ];
    return () => {
      ends.forEach((end) => end());
      this.source.rest();
    };
  }

  /** Read the summary again; calls that come meanwhile are answered by one more reading. */
  async count(): Promise<void> {
    this.#isCountDue = true;
    if (this.#isCounting) return;
    this.#isCounting = true;
    try {
      while (this.#isCountDue) {
        this.#isCountDue = false;
        this.summary = await this.#session.client.users.summary();
      }
    } catch {
      // The list itself fails for the same reason, and that is shown.
      this.#isCountDue = false;
    } finally {
      this.#isCounting = false;
    }
  }

  copy(selection: UserSelection, format: CopyFormat, columns: string[]) {
    return this.#session.client.users.copy({ selection, format, columns });
  }

  export(selection: UserSelection, columns: string[]) {
    return this.#session.client.users.export({ selection, columns });
  }
}
