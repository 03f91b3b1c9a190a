import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Ports } from '#main/ports.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import {
  replayOf,
  type Replay,
  type ReplayedBranch,
  type ReplayedCommit,
  type ReplayFilter,
  type ReplayInput,
  type ReplayQuery,
} from '#shared/contract/push-rule-replay.ts';
import { pushRuleFields, type PushRuleEdit } from '#shared/contract/push-rules.ts';
import { Failure } from '#shared/errors.ts';
import { copyLimit } from '../exports/copy.ts';
import { exportRows } from '../exports/export.ts';
import type { FileExports } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import { ruleChecker } from './push-rule-checker.ts';
import { refusedColumns, refusedRows, selectRefused } from './push-rule-refused.ts';
import { replayCounter } from './push-rule-counts.ts';

/** Maximum stored replays. The least recently used one is deleted first. */
const maxReplays = 4;
/** Maximum sorted lists of each replay. */
const maxLists = 4;
/** The longest time without a break for other work of this thread. */
const longestTurnMs = 50;

/** A replay with all refused rows, in memory. */
export interface StoredReplay {
  replay: Replay;
  input: ReplayInput;
  profileId: string;
  commits: readonly ReplayedCommit[];
  branches: readonly ReplayedBranch[];
  /** The sorted lists that were requested last: a window requests a list in many parts. */
  lists: Map<string, readonly (ReplayedCommit | ReplayedBranch)[]>;
}

/** The last replays by id. All windows share them, so that a window that reconnects still finds its own. */
export type StoredReplays = Map<string, StoredReplay>;

/** Checks drafts of push rules against cached commits and branches, without requests. */
export function pushRuleReplay(
  open: () => Instance,
  { clock, about }: Pick<Ports, 'clock' | 'about'>,
  fileExports: FileExports,
  kept: StoredReplays,
) {
  function replayOfId(id: string): StoredReplay {
    const found = kept.get(id);
    if (found === undefined)
      throw new Failure('missing', 'this replay is no longer in memory', { reason: 'not-cached' });
    kept.delete(id);
    kept.set(id, found);
    return found;
  }
  function keep(made: StoredReplay): void {
    kept.set(made.replay.id, made);
    const [oldest] = kept.keys();
    if (kept.size > maxReplays && oldest !== undefined) kept.delete(oldest);
  }

  async function run(input: ReplayInput, signal: AbortSignal): Promise<Replay> {
    const startedAt = performance.now();
    let turnAt = startedAt;
    const { reader, profile } = open();
    const count = replayCounter(ruleChecker(input.rule), input.current === null ? null : ruleChecker(input.current));
    for (const scope of input.projects) {
      count.project(scope);
      let taken = 0;
      // The reader returns batches from its own thread, so this thread is not blocked
      const newestFirst = allOf(wholeList(scope, { sort: { by: 'committed_date', direction: 'desc' } }));
      for await (const piece of reader.lists('commits').rows(newestFirst, signal)) {
        for (const { row, fetchedAt } of piece) {
          if (taken >= input.newest) break;
          if (!input.merges && (row.parent_ids?.length ?? 0) > 1) continue;
          taken += 1;
          count.commit(scope, row, fetchedAt);
          // With some patterns, a replay takes minutes. A newer draft must be able to end it
          if (performance.now() - turnAt < longestTurnMs) continue;
          await setImmediate();
          signal.throwIfAborted();
          turnAt = performance.now();
        }
        if (taken >= input.newest) break;
      }
      const byName = allOf(wholeList(scope, { sort: { by: 'name', direction: 'asc' } }));
      for await (const piece of reader.lists('branches').rows(byName, signal)) {
        for (const { row, fetchedAt } of piece) count.branch(scope, row, fetchedAt);
      }
    }
    signal.throwIfAborted();
    const { counted, commits, branches } = count.end();
    const replay: Replay = {
      ...counted,
      id: randomUUID(),
      at: clock.now(),
      tookMs: performance.now() - startedAt,
      gaps: gapsOf(input.rule),
    };
    keep({ replay, input, profileId: profile.id, commits, branches, lists: new Map() });
    return replay;
  }

  function listed<K extends 'commits' | 'branches'>(of: K, query: ReplayQuery): readonly StoredReplay[K][number][] {
    const { lists, ...found } = replayOfId(query.replayId);
    const name = JSON.stringify([of, query.filter, query.sort]);
    const known = lists.get(name) as readonly StoredReplay[K][number][] | undefined;
    if (known !== undefined) return known;
    const rows = selectRefused<StoredReplay[K][number]>(found[of], query);
    lists.set(name, rows);
    const [oldest] = lists.keys();
    if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
    return rows;
  }
  function windowOf<K extends 'commits' | 'branches'>(
    of: K,
    query: ReplayQuery,
    { from, count }: { from: number; count: number },
  ) {
    const startedAt = performance.now();
    const rows = listed(of, query);
    const queryMs = performance.now() - startedAt;
    return { total: rows.length, isCapped: false, from, rows: rows.slice(from, from + count), revision: 0, queryMs };
  }

  return {
    sources: async ({ projects }, signal) => {
      const { reader } = open();
      const sources = [];
      for (const scope of projects) {
        const commits = await reader.lists('commits').summary({ scope }, signal);
        const branches = await reader.lists('branches').summary({ scope }, signal);
        sources.push({
          scope,
          commits: commits.live,
          branches: branches.live,
          commitsSyncedAt: commits.completedAt,
          branchesSyncedAt: branches.completedAt,
        });
      }
      return { sources };
    },
    run,
    commits: ({ query, slice }) => windowOf('commits', query, slice),
    branches: ({ query, slice }) => windowOf('branches', query, slice),
    ids: ({ of, query, from, count }) => ({
      ids: listed(of, query)
        .slice(from, from + count)
        .map(({ key }) => key),
    }),
    copy: ({ of, query, chosen }) => {
      const named = new Set(chosen.kind === 'ids' ? chosen.ids : chosen.except);
      const rows = listed(of, query).filter(({ key }) => named.has(key) === (chosen.kind === 'ids'));
      const lines = rows.slice(0, copyLimit).map((row) => ('sha' in row ? row.sha : row.name));
      return { text: lines.join('\n'), rows: lines.length, leftOut: rows.length - lines.length };
    },
    export: ({ replayId, filter }, signal) => {
      const { input, ...found } = replayOfId(replayId);
      const { profile } = open();
      const { scope, rule, current, newest, merges } = input;
      const selection = { group: scope, rule, current, newest, merges, filter, projects: input.projects };
      const what = {
        prefix: 'push-rule-replay',
        selection,
        columns: refusedColumns,
        profile,
        asOf: null,
        product: about,
      };
      const csv = { ...what, format: 'csv' } as const;
      return exportRows(pieces(found, filter), csv, { fileExports, clock, signal });
    },
  } satisfies Services<ReeveContract>['pushRuleReplay'];
}

/** Fields that are set but can't be checked against cached data. */
function gapsOf(rule: PushRuleEdit): Replay['gaps'] {
  return pushRuleFields.flatMap((field) => {
    const gap = replayOf[field];
    const isSet = Boolean(rule[field]);
    return gap === 'commits' || gap === 'branches' || !isSet ? [] : [{ field, gap }];
  });
}

async function* pieces(found: Pick<StoredReplay, 'commits' | 'branches' | 'replay'>, filter: ReplayFilter) {
  yield* await Promise.resolve([refusedRows(found, filter)]);
}
