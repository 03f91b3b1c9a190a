import type { Clock } from '../clock.ts';
import { withDefaults } from './user.ts';
import type { NewUser, User } from './user.ts';

export type UserOrder = 'id' | 'name' | 'username' | 'created_at' | 'updated_at';

/** All accounts. User names are unique, case-insensitive. */
export interface Users {
  /** Fails: if the user name or the id exists. */
  add(user: NewUser): User;
  edit(id: number, changes: Partial<Omit<User, 'id'>>): User;
  remove(id: number): boolean;
  onRemove(listener: (user: User) => void): void;
  get(id: number): User | undefined;
  byUsername(username: string): User | undefined;
  /** The account with this confirmed email address, case-insensitive. */
  byEmail(email: string): User | undefined;
  /** Sorted ascending, equal values by id. Valid only until the next change. */
  ordered(by: UserOrder): readonly User[];
  /** Grows with every change. */
  readonly revision: number;
  readonly size: number;
}

export function createUsers(clock: Clock): Users {
  const byId = new Map<number, User>();
  const byUsername = new Map<string, User>();
  const byEmail = new Map<string, User>();
  const listeners: ((user: User) => void)[] = [];
  /** Kept sorted at every change, so that a sync of a changing platform stays fast. */
  const ascending: User[] = [];
  const orders = new Map<UserOrder, { revision: number; users: User[] }>();
  let revision = 0;
  let nextId = 1;

  const index = (user: User) => {
    byUsername.set(user.username.toLowerCase(), user);
    byEmail.set(user.email.toLowerCase(), user);
  };
  const unindex = (user: User) => {
    byUsername.delete(user.username.toLowerCase());
    if (byEmail.get(user.email.toLowerCase()) === user) byEmail.delete(user.email.toLowerCase());
  };
  const requireFree = (username: string, except?: User) => {
    const other = byUsername.get(username.toLowerCase());
    if (other !== undefined && other !== except) throw new Error(`the user name ${username} is taken`);
  };

  return {
    add(given) {
      const user = withDefaults(given, given.id ?? nextId, clock.now());
      if (byId.has(user.id)) throw new Error(`the user id ${user.id} is taken`);
      requireFree(user.username);
      nextId = Math.max(nextId, user.id + 1);
      byId.set(user.id, user);
      if (user.id === nextId - 1) ascending.push(user);
      else ascending.splice(firstFrom(ascending, user.id), 0, user);
      index(user);
      revision += 1;
      return user;
    },
    edit(id, changes) {
      const user = byId.get(id);
      if (user === undefined) throw new Error(`there is no user ${id}`);
      if (changes.username !== undefined) requireFree(changes.username, user);
      unindex(user);
      Object.assign(user, { updated_at: clock.now() }, changes);
      index(user);
      revision += 1;
      return user;
    },
    remove(id) {
      const user = byId.get(id);
      if (user === undefined) return false;
      byId.delete(id);
      ascending.splice(firstFrom(ascending, id), 1);
      unindex(user);
      revision += 1;
      for (const listener of listeners) listener(user);
      return true;
    },
    onRemove: (listener) => listeners.push(listener),
    get: (id) => byId.get(id),
    byUsername: (username) => byUsername.get(username.toLowerCase()),
    byEmail: (email) => byEmail.get(email.toLowerCase()),
    ordered(by) {
      if (by === 'id') return ascending;
      const kept = orders.get(by);
      if (kept?.revision === revision) return kept.users;
      const users = ascending.toSorted(comparisons[by]);
      orders.set(by, { revision, users });
      return users;
    },
    get revision() {
      return revision;
    },
    get size() {
      return byId.size;
    },
  };
}

/** Index of the first user with this id or a higher one. `users` is sorted by id. */
export function firstFrom(users: readonly User[], id: number): number {
  let low = 0;
  let high = users.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((users[middle] as User).id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const comparisons: Record<Exclude<UserOrder, 'id'>, (a: User, b: User) => number> = {
  name: (a, b) => byText(a.name, b.name) || a.id - b.id,
  username: (a, b) => byText(a.username, b.username) || a.id - b.id,
  created_at: (a, b) => a.created_at - b.created_at || a.id - b.id,
  updated_at: (a, b) => a.updated_at - b.updated_at || a.id - b.id,
};
