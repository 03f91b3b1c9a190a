import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeThread } from '#main/api/client/reply/decode-thread.ts';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { createGovernor } from '#main/api/client/governor/governor.ts';
import { createSender } from '#main/api/client/send.ts';
import { knownEndpoints } from '#main/api/endpoints/known.ts';
import type { Scope, ScopeKind } from '#shared/contract/scope.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { openReader } from '#main/cache/worker/reader.ts';
import { mostOfAnswer } from '#main/cache/row-size.ts';
import { openStore } from '#main/cache/worker/store.ts';
import type { Clock } from '#main/ports.ts';
import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { syncUsers } from '#main/services/users/sync-users.ts';
import { noLeave } from '#main/services/lists/sync-limits.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import { collectionNames, type CollectionName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import { tokenOf } from './cases.ts';
import { firstSync } from './replies.ts';

export interface SyncsReport {
  syncs: number;
  /** Rows that were stored and rows that could not be read. */
  rows: number;
  unreadable: number;
  ends: Record<string, number>;
}

const sources = join(import.meta.dirname, '../../../src-main');
const script = (file: string): URL => pathToFileURL(join(sources, file));
const decoder = { script: script('api/decode-worker.ts'), endpoints: knownEndpoints };
const scopes: Record<ScopeKind, Scope> = {
  instance: '',
  group: 'group:7',
  project: 'project:7',
  'project/issue': 'project:7/issue:1',
  'project/mr': 'project:7/mr:1',
  'project/snippet': 'project:7/snippet:1',
  'project/hook': 'project:7/hook:1',
  'project/job': 'project:7/job:1',
  'project/ref': 'project:7/ref:main',
};
/** Real time for one attempt of a request. */
const deadlineMs = 1_500;
const sort = { by: 'id', direction: 'asc' } as const;

/** Sync every list into a cache, repeatedly, from a server that sends random pages. */
export async function fuzzSyncs(
  base: string,
  { from, count }: { from: number; count: number },
  onWrong: (index: number, what: string) => void,
): Promise<SyncsReport> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-fuzz-'));
  const file = { file: join(folder, 'cache.db'), key: 'a1'.repeat(32) };
  const store = await openStore(script('cache/worker/store-worker.ts'), { ...file, spelling: dialects.gitlab });
  const reader = await openReader(script('cache/worker/read-worker.ts'), file);
  const report: SyncsReport = { syncs: 0, rows: 0, unreadable: 0, ends: {} };
  // The syncs share one decode thread, as the senders of Reeve do
  const decoding = decodeThread(decoder.script);
  try {
    for (let index = from; index < from + count; index += 1) {
      const ended = await syncOne(base, firstSync + index, { store, reader }, report).then(
        () => 'done',
        (thrown: unknown) => endOf(thrown, (what) => onWrong(firstSync + index, `${nameOf(index)}: ${what}`)),
      );
      report.ends[ended] = (report.ends[ended] ?? 0) + 1;
      report.syncs += 1;
    }
    return report;
  } finally {
    await decoding.close();
    await store.close();
    await reader.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function endOf(thrown: unknown, onWrong: (what: string) => void): string {
  const { code, reason = '', message, status } = Failure.from(thrown);
  if (code === 'bug' || (code === 'invalid' && status === undefined)) onWrong(`${code}: ${message}`);
  return `${code} ${reason}`.trim();
}

const listed = collectionNames.filter((name) => sourceOf(name).parts !== undefined);
const nameOf = (index: number): CollectionName => listed[index % listed.length] ?? 'users';

async function syncOne(
  base: string,
  index: number,
  { store, reader }: { store: CacheWriter; reader: CacheReader },
  report: SyncsReport,
): Promise<void> {
  let now = Date.parse('2026-11-20T08:00:00Z') + index;
  const clock: Clock = { now: () => now, monotonic: () => now, sleep: async (ms) => void (now += Math.ceil(ms)) };
  const send = createSender({
    ...{ url: base, dialect: 'gitlab', proxy: null, ca: null, allowPlainHttp: false },
    ...{ clock, governor: createGovernor({ clock }), decoder, deadlineMs },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    token: () => tokenOf(index),
    onAttempt: () => undefined,
  });
  const sums = { rows: 0, unreadable: 0 };
  const { signal } = new AbortController();
  const needs = {
    clock,
    signal,
    limits: noLeave,
    report: ({ rows, unreadable }: typeof sums) => Object.assign(sums, { rows, unreadable }),
  };
  const source = sourceOf(nameOf(index - firstSync));
  try {
    if (source.name === 'users') await syncUsers({ ...needs, send, store, reader });
    else {
      const instance = { send, store, reader };
      await syncWholeList(source, scopes[source.scopes[0] ?? 'instance'], { ...needs, instance });
    }
  } finally {
    report.rows += sums.rows;
    report.unreadable += sums.unreadable;
    await send.close();
  }
  await shown(reader, source.name);
}

/** Read what was stored and serialize it as for a window: a list, its summary, and each of its rows. */
async function shown(reader: CacheReader, name: CollectionName): Promise<void> {
  const slice = { from: 0, count: 200 };
  const query = { scope: null, search: '', filter: {}, sort, notReturned: 'show' as const };
  const list = reader.lists(name);
  for (const search of ['text', '']) checkSize(await list.list({ query: { ...query, search }, slice }));
  checkSize(await list.summary({ scope: null }));
  for await (const piece of list.rows({ kind: 'all', query, except: [] })) checkSize(piece);
}

/** Check the size of an answer. Fails with `bug`, which counts as a violation. In JSON, some characters take several bytes. */
function checkSize(answer: unknown): void {
  const { length } = JSON.stringify(answer);
  if (length > 2 * mostOfAnswer.characters) throw new Failure('bug', `an answer of ${length} characters`);
}
