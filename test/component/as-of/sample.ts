import type { FakeAnswers } from '../fake-core.ts';

/** The shown moment, the sync before it, and the beginning of the history. All times are UTC, as in the browser of the tests. */
export const moments = {
  at: Date.UTC(2025, 10, 20, 17),
  sync: Date.UTC(2025, 10, 20, 16, 52),
  since: Date.UTC(2025, 9, 20, 9, 12),
  previous: Date.UTC(2025, 10, 19, 8, 30),
  next: Date.UTC(2025, 10, 20, 19, 40, 0, 123),
};
export const path = (page: string): string => `${page}?as_of=2025-11-20T17:00Z`;

type History = NonNullable<FakeAnswers['history']>;
type MomentReply = Awaited<ReturnType<NonNullable<History['moment']>>>;

/** What the core knows about the moment: recorded are the state and the name of users. */
export function knownMoment(over: Partial<MomentReply> = {}): MomentReply {
  const { previous, next, sync, since } = moments;
  return {
    ...{ previous, next, sync, places: { places: 1, synced: 1 } },
    recorded: { since, removedBefore: null, gaps: [] },
    fields: ['name', 'username', 'state', 'is_admin', 'email'],
    notRecorded: { filters: ['inactive_days', 'last_sign_in_after'], sorts: ['last_activity_on', 'last_sign_in_at'] },
    ...over,
  };
}

export function historyAnswers(over: History = {}): { history: History } {
  const same = { notReturnedSince: null, isDeleted: false };
  return {
    history: {
      moment: () => knownMoment(),
      sinceThen: () => ({ then: 1_284, now: 1_291, came: 9, notReturned: 2, changed: 11 }),
      now: ({ rows }) =>
        rows.map(({ id }) =>
          id === 2
            ? { ...same, fields: [{ name: 'state', before: 'active', after: 'blocked' }] }
            : id === 3
              ? { ...same, notReturnedSince: Date.UTC(2025, 10, 24), fields: [] }
              : null,
        ),
      ...over,
    },
  };
}
