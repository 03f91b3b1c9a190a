import type { Mutant } from '../mutant.ts';

const endless = 'test/services/endless-lists.test.ts';
const large = 'test/core/syncs/large-lists.test.ts';
const few = 'test/core/syncs/few-requests.test.ts';
const commits = 'test/core/lists/commits.test.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'A sync requests one list for each service account, and never asks the person, however many there are.',
    file: 'src-main/services/lists/sync-whole-list.ts',
    text: 'if (requests > agreedRequests) await check(',
    replacement: 'if (requests < 0) await check(',
    noticedBy: [
      `${endless} › a person is asked about a group with far more service accounts than tokens`,
      `${endless} › a person is asked only once before a group of many service accounts is synced, however many it has`,
    ],
    formerly:
      'test/services/endless-lists.test.ts › a person is asked about a group with far more service accounts than tokens',
  },
  {
    fault: 'A confirmed sync does not raise the limit of requests for later syncs.',
    file: 'src-main/services/lists/sync-whole-list.ts',
    text: '{ agreedRequests: 2 * requests }',
    replacement: '{ agreedRequests: requests }',
    noticedBy: [
      `${endless} › a person who agreed to sync a group of many service accounts is not asked again until it has more than twice as many`,
    ],
    formerly:
      'test/services/endless-lists.test.ts › a person who agreed to sync a group of many service accounts is not asked again until it has more than twice as many',
  },
  {
    fault: 'A sync that was not confirmed raises the limit of requests for later syncs.',
    file: 'src-main/services/lists/sync-whole-list.ts',
    text: 'limits.agreedRows > 0 ? {',
    replacement: 'limits.agreedRows >= 0 ? {',
    noticedBy: [
      `${endless} › a person who agreed to sync a group of many service accounts is not asked again until it has more than twice as many`,
    ],
    formerly:
      'test/services/endless-lists.test.ts › a person who agreed to sync a group of many service accounts is not asked again until it has more than twice as many',
  },
  {
    fault:
      'The question about many service accounts counts only the requests so far, so the person is asked again later.',
    file: 'src-main/services/lists/sync-whole-list.ts',
    text: 'Math.max(requests, parts.length)',
    replacement: 'requests',
    noticedBy: [
      `${endless} › a person is asked only once before a group of many service accounts is synced, however many it has`,
    ],
    formerly:
      'test/services/endless-lists.test.ts › a person is asked only once before a group of many service accounts is synced, however many it has',
  },
  {
    fault: 'A person is asked before a sync of many service accounts although each has a token.',
    file: 'src-main/services/lists/sync-whole-list.ts',
    text: 'await check(requests, freshRows,',
    replacement: 'await check(requests, 0,',
    noticedBy: [`${endless} › a group with many service accounts with a token each is synced without a question`],
    formerly:
      'test/services/endless-lists.test.ts › a group with more than a thousand service accounts with a token each is synced without a question',
  },
  {
    fault: 'A list that changed while it was read is not read again.',
    file: 'src-main/services/lists/sync-whole-list.ts',
    text: 'const mostWalks = 3;',
    replacement: 'const mostWalks = 1;',
    noticedBy: [`${endless} › a list that grew to more than three times its size between two walks is read to its end`],
    formerly:
      'test/services/endless-lists.test.ts › a list that grew by two thousand rows between two walks is read to its end',
  },
  {
    fault: 'A person is asked only after ten times as many rows as documented.',
    file: 'src-main/api/client/walk.ts',
    text: 'const leastRows = 1_000;',
    replacement: 'const leastRows = 10_000;',
    noticedBy: [
      'test/services/sync-limits.test.ts › without a question, a sync reads up to 1,000 rows if fewer are reported',
    ],
  },
  {
    fault: 'A plan of exactly 5,000 rows is refused.',
    file: 'src-main/services/changes/changes.ts',
    text: 'if (wanted.length > maxRows)',
    replacement: 'if (wanted.length >= maxRows)',
    noticedBy: [`${large} › a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely`],
    formerly:
      'test/core/lists/large-lists.test.ts › a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely',
  },
  {
    fault: 'A plan file of 5,000 rows cannot be loaded.',
    file: 'src-main/changes/plan-file/plan-file.ts',
    text: '.min(1).max(maxRows)',
    replacement: '.min(1).max(maxRows / 2)',
    noticedBy: [`${large} › a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely`],
    formerly:
      'test/core/lists/large-lists.test.ts › a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely',
  },
  {
    fault: 'Of a selection of more than 5,000 rows, 5,000 are planned; the selection should be refused.',
    file: 'src-main/changes/plan-file/selection.ts',
    text: "if (wanted.length === maxRows) throw tooManyRows('selection');",
    replacement: 'if (wanted.length === maxRows) return wanted;',
    noticedBy: [
      `${large} › a plan for more than 5,000 matching rows is refused with an explanation, without a plan or a request`,
    ],
    formerly:
      'test/core/lists/large-lists.test.ts › a plan for more than 5,000 matching rows is refused with an explanation, without a plan or a request',
  },
  {
    fault: 'Rows whose cached details are recent are requested again for a plan.',
    file: 'src-main/changes/engine/read-before.ts',
    text: 'copy !== null && isFresh(copy.fetchedAt, clock.now())',
    replacement: 'copy !== null && !isFresh(copy.fetchedAt, clock.now())',
    noticedBy: [`${large} › a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely`],
    formerly:
      'test/core/lists/large-lists.test.ts › a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely',
  },
  {
    fault: 'Every sync of issues and merge requests reads the whole list.',
    file: 'src-main/services/lists/sync-changes.ts',
    text: 'fullAt === null || now - fullAt > fullEveryMs ? null : watermark',
    replacement: 'fullAt === null || now - fullAt >= 0 ? null : watermark',
    noticedBy: [
      `${few} › issues: after 100 rows changed at different times, a sync sends at most 2 requests`,
      `${few} › mergeRequests: after 100 rows changed at the same time, a sync sends at most 2 requests`,
    ],
    formerly:
      'test/core/lists/few-requests.test.ts › issues: after 1 % changed at different times, a sync sends at most 2 % of the requests',
  },
  {
    fault: 'An incremental sync begins a day before the newest known change.',
    file: 'src-main/services/lists/sync-changes.ts',
    text: 'toIso(time - 1)',
    replacement: 'toIso(time - 86_400_000)',
    noticedBy: [`${few} › issues: after 100 rows changed at different times, a sync sends at most 2 requests`],
    formerly:
      'test/core/lists/few-requests.test.ts › issues: after 1 % changed at different times, a sync sends at most 2 % of the requests',
  },
  {
    fault: 'A sync of commits reads the whole history.',
    file: 'src-main/services/lists/sync-history.ts',
    text: 'at = isComplete',
    replacement: 'at = isComplete && page.hasNext === false',
    noticedBy: [
      `${few} › commits of a branch: a sync requests only the pages that have new commits`,
      `${commits} › a sync without new commits sends one request, and one with new commits stops at known ones`,
    ],
    formerly:
      'test/core/lists/few-requests.test.ts › commits of a branch: a sync requests only the pages that have new commits',
  },
  {
    fault: 'A sync of commits stops at the first page, although a merged branch has older commits.',
    file: 'src-main/services/lists/sync-history.ts',
    text: 'const isComplete = [...awaited].every((id) => seen.has(id));',
    replacement: 'const isComplete = known.size > 0;',
    noticedBy: [`${commits} › commits of a merged branch that are older than known commits are found`],
    formerly:
      'test/core/lists/commits.test.ts › commits of a merged branch that are older than known commits are found',
  },
];
