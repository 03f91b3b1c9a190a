import { existsSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { RestoredDetail } from '#shared/contract/host.ts';
import { minutes } from '#shared/time.ts';
import { flip, pageBytesOf } from '../helpers/damage.ts';
import { examined, type ReeveClient } from '../helpers/window.ts';
import { createRandom } from '../platform/random.ts';
import {
  archivedIn,
  archivedTokens,
  effectsOn,
  inState,
  jobsEnded,
  laterProfile,
  prepareStage,
  viewName,
  type Running,
  type Stage,
} from './flip-stage.ts';

export interface FlipReport {
  /** Number of flips, and of detected flips, by file. */
  tried: Record<string, number>;
  noticed: Record<string, number>;
  /** Violations, one sentence each. */
  wrong: string[];
}

interface FlipOptions {
  seed: number;
  /** Test only every `step`th page. */
  step?: number;
  /** Only files of these names. */
  only?: readonly string[];
}

const logHeaderBytes = 32;
const frameHeaderBytes = 24;
const codes = ['state-restored', 'archive-restored', 'cache-repaired'];

/**
 * Flip one bit in every page of every database, one at a time (with `step`: in every `step`th page), and in frames of the
 * logs after an unclean end. Each time Reeve must start, send nothing twice, and list what was lost.
 */
export async function flipPages({ seed, step = 1, only }: FlipOptions): Promise<FlipReport> {
  const report: FlipReport = { tried: {}, noticed: {}, wrong: [] };
  const random = createRandom(seed, 'flips');
  const stage = await prepareStage(seed);
  try {
    for (const which of ['closed', 'killed'] as const) {
      const sample = stage.copyOf(which);
      const files = stage.databasesIn(sample);
      const all = [files.state, files.archive, files.cache()];
      const wanted = which === 'closed' ? all : all.map((file) => `${file}-wal`);
      const chosen = wanted.filter((one) => existsSync(one) && (only === undefined || only.includes(basename(one))));
      for (const file of chosen) {
        const size = statSync(file).size;
        const unit = pageBytesOf(file) + (which === 'closed' ? 0 : frameHeaderBytes);
        const first = which === 'closed' ? 0 : logHeaderBytes;
        // At least one page of each file
        const pages = Math.max(1, Math.floor((size - first) / unit));
        const from = random.integer(0, Math.min(step, pages) - 1);
        for (let at = first + unit * from; at + unit <= size; at += unit * step) {
          const folder = stage.copyOf(which);
          const offset = at + random.integer(0, unit - 1);
          flip(file.replace(sample, folder), offset, random.integer(0, 7));
          const name = basename(file);
          report.tried[name] = (report.tried[name] ?? 0) + 1;
          const tried = await tryFlip(stage, folder);
          if (tried.isNoticed) report.noticed[name] = (report.noticed[name] ?? 0) + 1;
          report.wrong.push(...tried.wrong.map((what) => `${name}, byte ${offset}: ${what}`));
          rmSync(folder, { recursive: true, force: true });
        }
      }
    }
    return report;
  } finally {
    await stage.end();
  }
}

/** Start twice on a damaged folder, because some damage is found only when Reeve ends. */
async function tryFlip(stage: Stage, folder: string): Promise<{ isNoticed: boolean; wrong: string[] }> {
  const { platform } = stage;
  const wrong: string[] = [];
  const sentBefore = sent(stage);
  for (const start of ['first', 'second']) {
    let running: Running;
    try {
      running = await stage.start(folder);
    } catch (thrown) {
      return { isNoticed: true, wrong: [`the ${start} start failed: ${String(thrown)}`] };
    }
    const { core, client } = running;
    // The call that hits the damage fails; later calls are answered by the restored database
    await use(client);
    await examined(client);
    await use(client);
    await examined(client);
    await jobsEnded(client);
    if (sent(stage) !== sentBefore) wrong.push(`${sent(stage) - sentBefore} writes were sent by themselves`);
    if (start === 'second') {
      wrong.push(...(await missing(client)), ...(await continued(stage, client)));
      const { notices } = await client.host.status();
      await core.close();
      wrong.push(...missingInArchive(stage.databasesIn(folder), notices));
      return { isNoticed: notices.some(({ code }) => codes.includes(code)), wrong };
    }
    await core.close();
  }
  return { isNoticed: false, wrong: [`never started twice ${platform.url}`] };
}

const sent = ({ platform }: Stage): number => platform.requests.list().filter(({ method }) => method !== 'GET').length;

/** Query all stores. Calls that read a damaged page may fail. */
async function use(client: ReeveClient): Promise<void> {
  const slice = { from: 0, count: 200 };
  const scope = '';
  await Promise.allSettled([
    client.journal.list({ query: {}, slice }),
    client.changes.list(),
    client.catalogue.list({ query: {}, slice }),
    client.imports.history(),
    client.users.list({ query: { scope: '' }, slice }),
    client.users.list({ query: { scope: '', search: 'person' }, slice }),
    client.users.summary({ scope: '' }),
    client.runners.list({ query: { scope }, slice }),
    client.keys.list({ query: { scope }, slice }),
    client.serviceAccounts.summary({ scope: null }),
    client.accessTokens.horizon({ scope: null }),
    client.host.views({ table: 'users' }),
    client.host.preferences(),
    client.host.status(),
    client.profiles.list(),
    client.jobs.list(),
  ]);
}

/** Entries that are missing and that no notice mentions. */
async function missing(client: ReeveClient): Promise<string[]> {
  const { notices } = await client.host.status();
  const notified = notices
    .filter(({ code }) => code === 'state-restored')
    .map(({ detail }) => RestoredDetail.parse(JSON.parse(detail)));
  const isReported = (kind: string, name?: string): boolean =>
    notified.some(({ lost, isLogWhole }) => {
      if (lost === null || !isLogWhole) return true;
      const some = lost.find((one) => one.kind === kind);
      return some !== undefined && (!some.isComplete || name === undefined || some.names.includes(name));
    });
  const wrong: string[] = [];
  const { views } = await client.host.views({ table: 'users' });
  if (views.length === 0 && !isReported('views', viewName)) wrong.push('the view is missing, and no notice reports it');
  const { profiles } = await client.profiles.list();
  if (!profiles.some(({ name }) => name === laterProfile) && !isReported('profiles', laterProfile)) {
    wrong.push('the profile is missing, and no notice reports it');
  }
  const { density } = await client.host.preferences();
  if (density !== 'compact' && !isReported('preferences'))
    wrong.push('the setting is missing, and no notice reports it');
  const { total } = await client.journal.list({ query: {}, slice: { from: 0, count: 10 } });
  if (total < 4 && !isReported('journal'))
    wrong.push(`${4 - total} journal entries are missing, and no notice reports it`);
  if (profiles.length > 0) {
    const { live } = await client.users.summary({ scope: '' });
    if (live < 60) wrong.push(`${live} users are left`);
  }
  return wrong;
}

/** Archived tokens that are missing and that no notice mentions. */
function missingInArchive(
  files: ReturnType<Stage['databasesIn']>,
  notices: readonly { code: string; detail: string }[],
): string[] {
  const left = archivedIn(files);
  const isReported = notices
    .filter(({ code }) => code === 'archive-restored')
    .map(({ detail }) => RestoredDetail.parse(JSON.parse(detail)).lost)
    .some((lost) => lost === null || lost.some(({ kind }) => kind === 'archived'));
  if (left === null) return ['the archive cannot be read'];
  return left < archivedTokens && !isReported
    ? [`${archivedTokens - left} archived tokens are missing, and no notice reports it`]
    : [];
}

/** Continue the plan from the backup. */
async function continued(stage: Stage, client: ReeveClient): Promise<string[]> {
  const { planId, platform } = stage;
  const plan = await client.changes.get({ planId }).catch(() => null);
  const wrong: string[] = [];
  if (plan !== null && plan.state !== 'done') {
    if (plan.pausedWhy !== 'restored') wrong.push(`the plan is ${plan.state}, ${plan.pausedWhy}`);
    stage.pass(minutes(3));
    await client.changes.resume({ planId });
    await inState(client, planId, ['done', 'paused']);
  }
  const effects = effectsOn(platform);
  if (effects.some((times) => times !== 1)) wrong.push(`the POSTs happened ${effects.join(', ')} times`);
  return wrong;
}
