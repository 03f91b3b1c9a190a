import type { HistoryEntry } from '#shared/contract/history.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { days, hours, minutes } from '#shared/time.ts';

type Changes = Awaited<ReturnType<Services<ReeveContract>['history']['changes']>>;

/** No changes, although recording began. */
export const noChanges: Changes = {
  ...{ total: 0, by: { outside: 0, reeve: 0 }, collections: [], entries: [] },
  recorded: { since: Date.now() - days(40), removedBefore: null, gaps: [] },
  incomplete: [],
  syncs: { count: 0, last: null },
};

/** A change today at noon minus `n` minutes, of the user with the ID 400 + n. */
export function sampleEntry(n: number, over: Partial<HistoryEntry> = {}): HistoryEntry {
  const at = new Date().setHours(0, 30, 0, 0) - minutes(n);
  return {
    ...{ n, collection: 'users', scope: '', id: 400 + n, title: `User ${n}`, kind: 'changed', row: null },
    ...{ at, since: at - minutes(10), by: { kind: 'outside' } },
    fields: [{ name: 'two_factor_enabled', before: true, after: false }],
    ...over,
  };
}

export const byReeve = { kind: 'reeve', planId: 'plan 1', plan: 'Allow image builds', journalId: 4 } as const;

/** Changes of yesterday: five of users, then one of each other kind. */
export function sampleEntries(): HistoryEntry[] {
  const yesterday = new Date().setHours(0, 0, 0, 0) - hours(2);
  const at = (minute: number) => ({ at: yesterday - minutes(minute), since: yesterday - minutes(minute + 30) });
  return [
    ...[1, 2, 3, 4, 5].map((n) => sampleEntry(100 - n, { title: `User ${n}`, id: n, ...at(n) })),
    sampleEntry(50, {
      ...{ collection: 'members', scope: 'project:7', id: 9, title: 'Lars Bekker', kind: 'notReturned', fields: [] },
      ...{ row: { username: 'lars.bekker', state: 'active' }, ...at(6) },
    }),
    sampleEntry(40, {
      ...{ collection: 'jobTokenScope', scope: 'project:7', id: 7, title: 'acme/website', by: byReeve, since: null },
      ...{ at: yesterday - minutes(8), fields: [{ name: 'inbound_enabled', before: true, after: false }] },
    }),
    sampleEntry(30, {
      ...{ collection: 'users', scope: '', id: null, title: null, kind: 'hidden', ...at(9) },
      fields: [{ name: 'email', before: null, after: null }],
    }),
  ];
}

/** A history with these changes, newest first. Filters other than `by` and `search` are ignored. */
export function fakeHistory(entries: readonly HistoryEntry[], over: Partial<Changes> = {}) {
  const isReeve = ({ by }: HistoryEntry): boolean => by.kind !== 'outside';
  const reeve = entries.filter(isReeve).length;
  const counted = Map.groupBy(entries, ({ collection }) => collection);
  return {
    changes: ({ filter, search, slice }) => {
      const found = entries.filter(
        (one) =>
          (filter.by === undefined || isReeve(one) === (filter.by === 'reeve')) &&
          `${one.title ?? ''} ${one.scope.replace('project:', 'Project ')}`.includes(search),
      );
      return {
        ...noChanges,
        ...{ total: found.length, by: { outside: entries.length - reeve, reeve } },
        collections: [...counted].map(([collection, own]) => ({ collection, count: own.length })),
        entries: found.slice(slice.from, slice.from + slice.count),
        syncs: { count: 24, last: Date.now() },
        ...over,
      };
    },
    viewCounts: () => ({
      administrators: 1,
      'two-factor-off': 5,
      'access-raised': 0,
      'not-returned': 1,
      'new-tokens': 0,
    }),
    days: ({ since, until }) => {
      const all: { day: string; outside: number; reeve: number; syncs: number }[] = [];
      for (const day = new Date(since); day.getTime() <= until; day.setDate(day.getDate() + 1)) {
        const text = dayText(day.getTime());
        const own = entries.filter(({ at }) => dayText(at) === text);
        const ours = own.filter(isReeve).length;
        all.push({ day: text, outside: own.length - ours, reeve: ours, syncs: own.length === 0 ? 0 : 24 });
      }
      return all;
    },
  } satisfies Partial<Services<ReeveContract>['history']>;
}

function dayText(at: number): string {
  const day = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
