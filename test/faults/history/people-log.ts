import type { Platform } from '../../platform/platform.ts';
import type { Random } from '../../platform/random.ts';

/** A change of a user, by its platform. `value`: the new name; every name is given once. */
export interface PlatformChange {
  kind: 'came' | 'changed' | 'notReturned';
  id: number;
  value: string | null;
  at: number;
}

/**
 * Changes users, and writes down each change. Users that are renamed neither leave nor are their other fields changed; those
 * whose second factor is switched are not in the log, because their values repeat.
 */
export function peopleLog({ world }: Platform, random: Random, now: () => number) {
  const changes: PlatformChange[] = [];
  const first = world.users.ordered('id').filter(({ id, type }) => id > 20 && type === 'human');
  const part = (rest: number) => first.filter(({ id }) => id % 3 === rest && world.users.get(id) !== undefined);
  let made = 0;
  const note = (kind: PlatformChange['kind'], id: number, value: string | null): void =>
    void changes.push({ kind, id, value, at: now() });
  /** Users are renamed in this order, so that each is renamed again only after all others. */
  const renamed = part(0);
  return {
    changes,
    /** Some changes of each kind. `leavers`: whether users may leave. */
    change(times: number, leavers = true): void {
      for (let at = 0; at < times; at += 1) {
        const user = renamed.shift();
        if (user === undefined) throw new Error('there are too few users');
        renamed.push(user);
        const value = `Renamed ${(made += 1)}`;
        world.users.edit(user.id, { name: value });
        note('changed', user.id, value);
        const switched = random.pick(part(1));
        world.users.edit(switched.id, { two_factor_enabled: !switched.two_factor_enabled });
      }
      const joiner = world.users.add({ username: `joiner-${(made += 1)}`, name: `Joiner ${made}` });
      note('came', joiner.id, null);
      const left = part(2);
      if (!leavers || left.length < 5) return;
      const leaver = random.pick(left);
      world.users.remove(leaver.id);
      note('notReturned', leaver.id, null);
    },
  };
}
