import { expect, test } from 'vitest';
import { openedLists } from '#main/jobs/opened-lists.ts';
import { fakeClock } from '../helpers/fake-ports.ts';

test('after thousands of lists with failed syncs were opened, the newest ones are still not synced again at once', async () => {
  const started: string[] = [];
  const open = openedLists({
    jobs: {
      startByItself: (_kind: string, _profile: string, input: { scope: string }) => void started.push(input.scope),
    },
    state: { catalogue: { all: () => [] }, setups: { off: () => [] } },
    ...{ setupOf: () => 'over', clock: fakeClock(), isAutomatic: true },
  } as never);
  const instance = {
    ...{ profile: { id: 'p1' }, scopeOf: (scope: string) => scope, connection: { now: () => ({}) } },
    reader: { lists: () => ({ summary: async () => ({ completedAt: null }) }) },
  } as never;
  const show = (at: number) =>
    open(instance, { collection: 'contextCommits', scope: `project:1/mr:${at}` }, new AbortController().signal);
  for (let at = 1; at <= 1_500; at += 1) expect(await show(at)).toBe(true);
  expect(await show(1_500)).toBe(false);
  expect(await show(1_001)).toBe(false);
  expect(await show(1_000)).toBe(true);
  expect(started).toHaveLength(1_501);
});
