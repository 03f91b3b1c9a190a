import { expect, test } from 'vitest';
import { accessTokens } from '#main/services/notices/observers/access-tokens.ts';
import { jobStates } from '#main/services/notices/observers/jobs.ts';
import { runners } from '#main/services/notices/observers/runners.ts';
import type { Job } from '#shared/contract/job.ts';

const now = Date.parse('2026-11-20T08:00:00Z');

test('a runner is an alarm while it is offline or stale, unless it is paused', () => {
  const row = (id: number, over: object) => ({
    row: { id, description: `r${id}`, ...over },
    scope: '',
    fetchedAt: 1,
    notReturnedSince: null,
  });
  const states = runners.states(
    'p1',
    [
      row(1, { status: 'online' }),
      row(2, { status: 'offline' }),
      row(3, { status: 'stale' }),
      row(4, { status: 'offline', paused: true }),
      row(5, { status: 'never_contacted' }),
      row(6, { status: null }),
    ],
    now,
  );
  expect(states.map(({ key, isAlarm, recovered }) => [key, isAlarm, recovered !== undefined])).toEqual([
    ['1', false, true],
    ['2', true, false],
    ['3', true, false],
    ['4', false, false],
    ['5', false, false],
    ['6', false, false],
  ]);
  expect(states[1]).toMatchObject({
    title: 'Runner r2 is offline',
    link: { page: 'runners', query: { id: '2', scope: '' } },
  });
});

test('a runner that is cached in several scopes has the state that was read last', () => {
  const at = (scope: string, status: string, fetchedAt: number) => ({
    ...{ row: { id: 7, status }, scope, fetchedAt, notReturnedSince: null },
  });
  const states = runners.states(
    'p1',
    [at('group:1', 'offline', 5), at('', 'online', 9), at('project:2', 'stale', 3)],
    now,
  );
  expect(states.map(({ isAlarm, link }) => [isAlarm, link.query['scope']])).toEqual([[false, '']]);
});

test.each([
  ['2026-11-21', {}, 'token-expiring'],
  ['2026-11-27', {}, 'token-expiring'],
  ['2026-11-28', {}, undefined],
  ['2026-11-20', { active: false }, 'token-expired'],
  ['2026-11-14', { active: false }, 'token-expired'],
  ['2026-11-13', { active: false }, undefined],
  ['2026-11-21', { revoked: true }, undefined],
  ['2026-11-21', { active: false }, undefined],
  ['soon', {}, undefined],
  [null, {}, undefined],
] as const)('an access token that expires on %s, %o', (expires_at, over, kind) => {
  const row = { id: 3, name: 'deploy', expires_at, account_username: 'bot', ...over };
  const states = accessTokens.states('p1', [{ row, scope: 'group:5', fetchedAt: 1 }], now);
  expect(states.find(({ isAlarm }) => isAlarm)?.kind).toBe(kind);
});

test('the notice of a token names it, its day and its account', () => {
  const row = { id: 3, name: 'deploy', expires_at: '2026-11-21', account_username: 'bot' };
  expect(accessTokens.states('p1', [{ row, scope: 'group:5', fetchedAt: 1 }], now)[0]).toMatchObject({
    key: 'group:5/3',
    title: 'Access token deploy expires on Nov 21, 2026',
    body: 'It belongs to the service account bot.',
    link: { page: 'access-tokens', query: { id: '3', scope: 'group:5' } },
  });
});

const job = (over: Partial<Job>): Job => ({
  ...{ id: 'j1', kind: 'lists.crawl', profileId: 'p1', input: { scope: '', collection: 'runners' }, state: 'done' },
  ...{ startedAt: 1, finishedAt: 2, rows: 5, estimatedRows: null, etaMs: null, requests: 1, changed: 0 },
  ...{ unreadable: 0, notReturnedFound: 0, resumeAt: null, lanes: [], failure: null },
  ...over,
});
const text = { title: 'Syncing runners failed', body: 'Why' };
const statesOf = (over: Partial<Job>, said: typeof text | null = text) =>
  jobStates(job(over), said, now).states.map(({ kind, isAlarm }) => [kind, isAlarm]);

test('a job that fails or asks is an alarm until the same job is done', () => {
  expect(statesOf({ state: 'failed' })).toEqual([
    ['job-failed', true],
    ['job-waits', false],
  ]);
  expect(statesOf({ state: 'needs-person' })).toEqual([
    ['job-failed', false],
    ['job-waits', true],
  ]);
  expect(statesOf({ state: 'done' }, null)).toEqual([
    ['job-failed', false],
    ['job-waits', false],
  ]);
  const keys = [
    { scope: '', collection: 'runners' },
    { collection: 'runners', scope: '' },
  ].map((input) => jobStates(job({ id: input.scope, input, state: 'failed' }), text, now).states[0]?.key);
  expect(keys[0]).toBe(keys[1]);
});

test('a short job that fails or is done produces no notice', () => {
  expect(statesOf({ state: 'failed' }, null)).toEqual([['job-waits', false]]);
  expect(jobStates(job({}), null, now).finished).toBeNull();
  expect(jobStates(job({ state: 'cancelled' }), text, now).finished).toBeNull();
  expect(jobStates(job({}), { title: 'Syncing runners finished', body: '5 synced.' }, now).finished).toMatchObject({
    kind: 'job-finished',
    title: 'Syncing runners finished',
    link: { page: 'activity/jobs', query: { job: 'j1' } },
  });
});
