import { expect, test } from 'vitest';
import type { Job } from '#shared/contract/job.ts';
import { lostRows } from './lost-rows.ts';

const job = (id: string, over: Partial<Job>) => ({ id, profileId: 'p1', state: 'needs-person', ...over }) as Job;

test('questions about lost rows form one group per instance, other questions and single ones none', () => {
  const jobs = [
    job('a', { asks: 'not-returned' }),
    job('b', { asks: 'endless' }),
    job('c', { profileId: 'p2' }),
    job('d', {}),
    job('e', { state: 'done', asks: 'not-returned' }),
  ];
  expect(lostRows(jobs).map((group) => group.map(({ id }) => id))).toEqual([['a', 'd']]);
});
