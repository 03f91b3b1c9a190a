import { join } from 'node:path';
import type { GroupName, Samples } from './figures.ts';
import { historySamples } from './history.ts';
import { issueSamples } from './issues.ts';
import type { Percentiles } from './programs/typed.ts';
import { projectSamples } from './project.ts';
import { runProgram, runReeve, startPlatform, type Platform } from './run-program.ts';
import { textSamples } from './texts.ts';
import { windowSamples } from './window.ts';

/** What the groups of a run share. */
export interface Run {
  users: number;
  /** Where the peer is installed; null: it is not needed, or could not be installed. */
  peer: string | null;
  /** A folder for the whole run. */
  folder: string;
  /** A folder for this round of this group. */
  round: string;
  /** The simulator with this number of users and this delay. It is started once for all groups and rounds. */
  platform: (users: number, latencyMs: number) => Promise<Platform>;
}

const distantUsers = 20_000;
const journalEntries = 50_000;
const commitsOfRef = 20_000;
const edits = 500;

/** Each function measures the figures of its group once. */
export const groups: Record<GroupName, (run: Run) => Promise<Samples>> = {
  sync: measureSyncs,
  distant: measureDistantSync,
  search: measureSearches,
  lists: measureLists,
  plan: measurePlans,
  people: measurePeople,
  history: historySamples,
  window: ({ users }: Run) => windowSamples(users),
  project: projectSamples,
  texts: textSamples,
  million: measureMillion,
};

async function measureSyncs(run: Run): Promise<Samples> {
  const platform = await run.platform(run.users, 0);
  const peer = run.peer === null ? null : await runPeer(run.peer, platform, join(run.round, 'peer.db'));
  const first = await runReeve('first-sync', run.round, platform);
  const seen = join(run.round, 'seen.json');
  const again = await runReeve('unchanged-sync', run.round, platform, seen);
  const bare = await runProgram<{ ms: number }>('requests', ['side-by-side', platform.url, platform.token, seen]);
  if (peer !== null && peer.rows !== first.rows)
    throw new Error(`Reeve stored ${first.rows} rows, the peer ${peer.rows}`);
  return {
    firstSync: { ours: first.ms / 1_000, against: peer === null ? null : peer.ms / 1_000 },
    firstSyncFetch: { ours: first.ms / 1_000, against: bare.ms / 1_000 },
    firstSyncCpu: { ours: first.cpuMs / 1_000, against: peer === null ? null : peer.cpuMs / 1_000 },
    firstSyncMemory: { ours: first.peakMB, against: peer?.peakMB ?? null },
    firstSyncLater: { ours: first.cpuAfterMs / 1_000 },
    unchangedSync: { ours: again.ms / 1_000, against: bare.ms / 1_000 },
    unchangedContent: { ours: again.contentKB },
    unchangedOther: { ours: again.otherKB },
  };
}

interface PeerResult {
  ms: number;
  cpuMs: number;
  peakMB: number;
  rows: number;
}

function runPeer(peer: string, { url, token }: Platform, file: string): Promise<PeerResult> {
  return runProgram('peer', [peer, url, token, file]);
}

async function measureDistantSync(run: Run): Promise<Samples> {
  const platform = await run.platform(Math.min(run.users, distantUsers), 80);
  const bare = await runProgram<{ ms: number }>('requests', ['serial', platform.url, platform.token]);
  const { ms } = await runReeve('first-sync', join(run.round, 'distant'), platform);
  return { distantSync: { ours: ms / 1_000, against: bare.ms / 1_000 } };
}

async function measureSearches(run: Run): Promise<Samples> {
  const platform = await run.platform(run.users, 0);
  const folder = join(run.round, 'searched');
  const duringSync = await runReeve('search-during-sync', folder, platform);
  const { firstMs, palette, plain, filtered, sorted } = await runReeve('search', folder, platform);
  return {
    ...{ searchP50: pair(plain, 'p50'), searchP95: pair(plain, 'p95') },
    ...{ filteredP50: pair(filtered, 'p50'), filteredP95: pair(filtered, 'p95') },
    ...{ sortedP50: pair(sorted, 'p50'), sortedP95: pair(sorted, 'p95') },
    firstSearch: { ours: firstMs },
    ...{ duringSyncP50: { ours: duringSync.p50 }, duringSyncP95: { ours: duringSync.p95 } },
    ...{ paletteP50: { ours: palette.p50 }, paletteP95: { ours: palette.p95 } },
  };
}

async function measureLists(run: Run): Promise<Samples> {
  const scoped = await runReeve('runners', run.folder, undefined, run.users);
  const issues = await runReeve('issues', run.folder, undefined, run.users);
  const commits = await runReeve('commits', run.folder, undefined, commitsOfRef);
  const journal = await runReeve('journal', run.folder, undefined, journalEntries);
  return {
    ...{ scopedP50: pair(scoped, 'p50'), scopedP95: pair(scoped, 'p95') },
    ...{ issuesP50: pair(issues, 'p50'), issuesP95: pair(issues, 'p95') },
    ...{ commitsP50: pair(commits, 'p50'), commitsP95: pair(commits, 'p95') },
    ...(await issueSamples(join(run.round, 'issues'))),
    journalP50: pair(journal, 'p50'),
  };
}

const pair = ({ ours, plain }: { ours: Percentiles; plain: Percentiles }, part: keyof Percentiles) => ({
  ours: ours[part],
  against: plain[part],
});

async function measurePlans(run: Run): Promise<Samples> {
  const near = await runReeve('plan', join(run.round, 'plan'), await run.platform(run.users, 0), edits);
  const distant = await run.platform(Math.min(run.users, distantUsers), 20);
  const far = await runReeve('plan', join(run.round, 'distant-plan'), distant, edits);
  return {
    planMade: { ours: near.madeMs },
    plan: { ours: near.appliedMs, against: near.bareMs },
    distantPlan: { ours: far.appliedMs, against: far.bareMs },
  };
}

async function measurePeople(run: Run): Promise<Samples> {
  const platform = await run.platform(run.users, 0);
  const { p95, unnamedMs, manyMs, worklistMs, matchMs } = await runReeve('people', join(run.round, 'people'), platform);
  return {
    person: { ours: p95 },
    unnamedPerson: { ours: unnamedMs },
    manyPeople: { ours: manyMs },
    worklist: { ours: worklistMs },
    matchPeople: { ours: matchMs },
  };
}

async function measureMillion(run: Run): Promise<Samples> {
  const folder = join(run.round, 'million');
  const platform = await startPlatform(1_000_000);
  try {
    const first = await runReeve('first-sync', folder, platform);
    const { slowestMs } = await runReeve('slowest-search', folder, platform);
    return {
      millionSync: { ours: first.ms / 1_000 },
      millionMemory: { ours: first.peakMB },
      millionDisk: { ours: first.diskMB / 1_000 },
      millionSearch: { ours: slowestMs },
    };
  } finally {
    platform.stop();
  }
}
