import { expect, test } from 'vitest';
import { SetupDoc, type StoredSetup } from '#main/state/setup.ts';
import type { Job } from '#shared/contract/job.ts';
import { setupJobKind, setups } from './setup.ts';

test('watches are determined again when the setup ends, but not at each of its steps', () => {
  const doc = SetupDoc.parse({ freshSince: 0, searchedSince: 0, ranMs: 0 });
  const stored: StoredSetup = { state: 'running', choice: 'everything', startedAt: 0, finishedAt: null, doc };
  const job = { id: 'j1', kind: setupJobKind, profileId: 'p1', state: 'running' } as Job;
  const determined: string[] = [];
  const setup = setups({
    state: { setups: { get: () => stored, put: () => undefined } },
    clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() },
    jobs: { list: () => [job] },
    emitTo: () => () => undefined,
    watches: { follow: (profileId: string) => void determined.push(profileId) },
  } as unknown as Parameters<typeof setups>[0]);
  setup.jobsChanged([job]);
  setup.jobsChanged([job]);
  expect(determined).toEqual(['p1']);
  job.state = 'failed';
  setup.jobsChanged([job]);
  expect(determined).toEqual(['p1', 'p1']);
});
