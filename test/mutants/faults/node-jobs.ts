import type { Mutant } from '../mutant.ts';

const jobs = 'test/core/syncs/jobs.test.ts';
const lists = 'test/core/lists/lists.test.ts';
const passphrase = 'test/state/keys/passphrase.test.ts';
const newToken = 'test/core/new-token.test.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'A keys.json with a lower cost of scrypt is accepted.',
    file: 'src-main/state/keys/keys-file.ts',
    text: '(wrapped?.n ?? cost) >= cost',
    replacement: '(wrapped?.n ?? cost) > 0',
    noticedBy: [
      `${passphrase} › a keys.json that was made with the lower scrypt cost 1024 is refused`,
      `${passphrase} › a keys.json that was made with the lower scrypt cost 65536 is refused`,
    ],
    formerly: 'test/state/passphrase.test.ts › a keys.json with weaker scrypt parameters is refused',
  },
  {
    fault: 'Passphrases are stretched with a lower cost.',
    file: 'src-main/state/keys/keys-file.ts',
    text: 'passphraseCost = 2 ** 17',
    replacement: 'passphraseCost = 2 ** 14',
    noticedBy: [`${passphrase} › the cost of a passphrase is stored with the key, and is 2^17 unless a test sets it`],
    formerly: 'test/state/passphrase.test.ts › a keys.json with weaker scrypt parameters is refused',
  },
  {
    fault: 'The core opens the vault with a cost from its environment.',
    file: 'src-main/core/create-core.ts',
    text: 'temporary: ports.paths.temporary,\n    secrets',
    replacement: "temporary: ports.paths.temporary,\n    cost: Number(process.env['REEVE_COST'] ?? 1024),\n    secrets",
    noticedBy: [
      'test/architecture/passphrase-cost.test.ts › the scrypt cost of a passphrase can’t be configured: the core opens the vault with the default',
    ],
  },
  {
    fault: 'A passphrase in another Unicode form does not open the vault.',
    file: 'src-main/state/keys/keys-file.ts',
    text: "passphrase.normalize('NFKC')",
    replacement: 'passphrase',
    noticedBy: [`${passphrase} › the same letters in another Unicode form are the same passphrase`],
    formerly: 'test/state/passphrase.test.ts › the same letters in another Unicode form are the same passphrase',
  },
  {
    fault: 'A canceled sync continues to its end.',
    file: 'src-main/jobs/scheduler.ts',
    text: 'run.ending = ending;\n      run.cancel.abort();',
    replacement: "run.ending = ending;\n      if (ending === 'interrupt') run.cancel.abort();",
    noticedBy: [
      `${jobs} › a canceled sync ends at once and keeps its rows, and the next sync is complete`,
      `${lists} › a canceled sync keeps its rows, and the next sync is complete`,
    ],
    formerly:
      'test/core/lists/jobs.test.ts › a canceled sync ends at once and keeps its rows, and the next sync is complete',
  },
  {
    fault: 'A sync that was running when Reeve was closed is not resumed.',
    file: 'src-main/jobs/scheduler.ts',
    text: "set(run, { state: 'interrupted', crashes: undefined, etaMs: null, resumeAt: null });",
    replacement: "set(run, { state: 'failed', crashes: undefined, etaMs: null, resumeAt: null });",
    noticedBy: [
      `${jobs} › a sync that was running when Reeve was closed continues at the next start, and notices who was deleted meanwhile`,
      `${lists} › a sync that was running when Reeve was closed starts over at the next start`,
    ],
    formerly:
      'test/core/lists/jobs.test.ts › a sync that was running when Reeve was closed continues at the next start',
  },
  {
    fault: 'A window receives all changed jobs in one message.',
    file: 'src-main/jobs/job-deltas.ts',
    text: 'const messageLength = 8_000;',
    replacement: 'const messageLength = 8_000_000;',
    noticedBy: [
      'test/jobs/job-deltas.test.ts › when 500 jobs change, a window gets less than 50 kB a second, the queued jobs last, and each job once',
    ],
    formerly:
      'test/core/lists/jobs.test.ts › 500 queued jobs send less than 50 kB a second to a window, at most 6 run, and the window knows all of them',
  },
  {
    fault: 'Each change of a job sends the whole list of jobs to the windows.',
    file: 'src-main/jobs/job-deltas.ts',
    text: 'changed.add(id);\n      sendLater();',
    replacement: 'for (const { id: every } of list()) changed.add(every);\n      sendLater();',
    noticedBy: ['test/jobs/job-deltas.test.ts › after a change of one job, a window gets only this job'],
    formerly: `${jobs} › of 120 jobs at most 6 run, and a window knows all of them without getting the whole list again`,
  },
  {
    fault: 'Deliveries are resent without the documented limit of 5 a minute.',
    file: 'src-main/api/client/governor/limits.ts',
    text: 'resend: { times: 5,',
    replacement: 'resend: { times: 50,',
    noticedBy: [
      'test/core/resources/webhooks.test.ts › a plan stays within 5 resends a minute for each webhook, says how long that takes, and needs no 429',
    ],
    formerly:
      'test/core/resources/webhooks.test.ts › a plan stays within 5 resends a minute for each webhook, says how long that takes, and needs no 429',
  },
  {
    fault: 'A download ends at the deadline of its request although bytes arrive.',
    file: 'src-main/api/client/exchange/attempt.ts',
    text: 'deadline.progress(chunk.byteLength);',
    replacement: '',
    noticedBy: [
      'test/api/client/downloads.test.ts › a download with progress may last longer than the deadline; one that is too slow or stops fails',
    ],
    formerly:
      'test/api/client/downloads.test.ts › a download with progress may last longer than the deadline; one that is too slow or stops fails',
  },
  {
    fault: 'Watches that the platform refused are not checked again with a new token.',
    file: 'src-main/core/setup-feature.ts',
    text: 'app.watches.checkRefusedAgain(profileId);',
    replacement: '',
    noticedBy: [
      `${newToken} › after another token is entered, its lists have rows without any command, and refused watches are checked again, except for paused ones`,
    ],
    formerly:
      'test/core/new-token.test.ts › watches that the platform refused are checked again, except for paused ones',
  },
  {
    fault: 'Artifacts of any size are loaded into the database.',
    file: 'src-main/services/artifacts/artifact-files.ts',
    text: 'const options = { jobToken, mostBytes: largestFileBytes };',
    replacement: 'const options = { jobToken, mostBytes: Number.MAX_SAFE_INTEGER };',
    noticedBy: [
      'test/core/files/large-artifacts.test.ts › a file over 200 MB is refused before it is downloaded, and is not refused when it is saved',
    ],
    formerly:
      'test/core/resources/large-artifacts.test.ts › a file over 200 MB is refused before it is stored, and saved as a stream',
  },
  {
    fault: 'Files of snippets are stored whatever their size.',
    file: 'src-main/services/snippets/snippet-contents.ts',
    text: '{ into, mostBytes: mostSnippetBytes }',
    replacement: '{ into, mostBytes: Number.MAX_SAFE_INTEGER }',
    noticedBy: [
      'test/core/files/snippets.test.ts › a file that is too large is refused, and the rest of the snippet is stored',
    ],
    formerly:
      'test/core/resources/snippets.test.ts › a file that is too large is refused, and the rest of the snippet is stored',
  },
  {
    fault: 'After an undo, a field that can’t be read counts as restored.',
    file: 'src-main/changes/engine/check-undo.ts',
    text: 'if (present === undefined) restored.unchecked.push(field);',
    replacement: 'if (present === undefined) continue;',
    noticedBy: [
      'test/core/changes/undo.test.ts › if the resource can’t be read after an undo, its fields are named as not checked',
    ],
  },
  {
    fault: 'A plan says that an undo may not restore fields that it restores.',
    file: 'src-main/changes/engine/compare-row.ts',
    text: '!sent.includes(change.field) && (change.before ?? null) === null',
    replacement: 'sent.includes(change.field)',
    noticedBy: [
      'src-main/changes/operations/operations.test.ts › an undo restores the runner switches that the platform includes in its replies, and may lose the others',
    ],
  },
  {
    fault: 'A plan pauses one row before the end of its canary.',
    file: 'src-main/changes/engine/apply.ts',
    text: 'if (canary > 1)',
    replacement: 'if (canary > 2)',
    noticedBy: [
      'test/core/resources/deployments.test.ts › 120 stuck deployments are repaired by one plan with a canary, and the undo restores them',
    ],
    formerly:
      'test/core/resources/deployments.test.ts › 500 stuck deployments are repaired by one plan with a canary, and the undo restores them',
  },
  {
    fault: 'A plan reads an allowlist once for each of its entries.',
    file: 'src-main/changes/engine/read-before.ts',
    text: '{ send: target.read, signal, shared }',
    replacement: '{ send: target.read, signal }',
    noticedBy: [
      'test/core/changes/allowlists.test.ts › a plan for 60 entries reads the list of a project once, and removes each entry once',
    ],
    formerly:
      'test/core/changes/allowlists.test.ts › a plan for 200 entries reads the list of a project once, and removes each entry once',
  },
  {
    fault: 'A page that shows a list syncs it each time it is opened.',
    file: 'src-main/jobs/opened-lists.ts',
    text: 'if (isEnough(completedAt ?? undefined) || isEnough(begunAt.get(key))) return false;',
    replacement: 'if (since !== undefined && isEnough(completedAt ?? undefined)) return false;',
    noticedBy: [
      'test/core/syncs/opened-lists.test.ts › a shown list is synced when it is opened, at most once in its interval, and earlier if its row has changed',
    ],
    formerly:
      'test/component/thread/thread.test.ts › notes that were synced after the last change of the row are not synced again',
  },
  {
    fault: 'Places where nothing changed are checked as often as others.',
    file: 'src-main/jobs/watches/followed.ts',
    text: "isActive ? 'active' : 'unchanged'",
    replacement: "'active'",
    noticedBy: [
      'test/jobs/watched-day.test.ts › on 2,000 projects with 100,000 users, a day without changes sends at most 4,000 requests, as planned',
    ],
  },
];
