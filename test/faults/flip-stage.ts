import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCore, type Core } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { archive } from '#main/state/archive.ts';
import { backupsOf } from '#main/state/open/backups.ts';
import { openReadOnly } from '#main/state/files/database.ts';
import { openArchive } from '#main/state/open/state-file.ts';
import type { Call } from '#shared/contract/changes.ts';
import { databases } from '../helpers/damage.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach, examined, type ReeveClient } from '../helpers/window.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';

/** Reeve on one data folder. */
export interface Running {
  core: Core;
  client: ReeveClient;
}

/**
 * A data folder with data, in two copies: `closed` after a clean end, `killed` with the last commits only in the
 * write-ahead logs. Its only backup is older: in it, three POST requests of a plan are not sent yet.
 */
export interface Stage {
  platform: Platform;
  planId: string;
  /** Start Reeve on a copy of the folder. `aheadMs`: how far its clock is ahead. */
  start(folder: string): Promise<Running>;
  /** Advance its clock. */
  pass(ms: number): void;
  /** A copy of a folder to damage. */
  copyOf(which: 'closed' | 'killed'): string;
  databasesIn(folder: string): ReturnType<typeof databases>;
  end(): Promise<void>;
}

export const viewName = 'Idle people';
export const laterProfile = 'Added later';
export const archivedTokens = 40;

export async function prepareStage(seed: number): Promise<Stage> {
  const platform = await createPlatform({ users: 60, seed });
  const root = mkdtempSync(join(tmpdir(), 'reeve-flips-'));
  const first = join(root, 'first');
  const secrets = fakeSecrets();
  let aheadMs = 0;
  let copies = 0;
  const clock = { ...systemClock, now: () => Date.now() + aheadMs };
  // Each folder has the keychain of the time when it was copied
  const portsOf = (folder: string) => {
    const own = folder === first ? secrets : fakeSecrets({ copied: secrets.entries });
    return { ...fakePorts(folder, { secrets: own }), clock };
  };
  const databasesIn = (folder: string) => databases(portsOf(folder));
  const start = async (folder: string): Promise<Running> => {
    const core = await createCore(portsOf(folder), { examinationPauseMs: 0 });
    const client = attach(core);
    await examined(client);
    return { core, client };
  };

  const closed = join(root, 'closed');
  const killed = join(root, 'killed');
  let running = await start(first);
  await running.client.profiles.add({ name: 'Test', colour: 'iris', url: platform.url, token: platform.tokens.admin });
  await syncEverything(running.client, platform);
  const profileId = (await running.client.profiles.list()).profiles[0]?.id ?? '';
  const plan = await running.client.changes.plan({ calls: callsOn(platform) });
  await running.client.changes.apply({ planId: plan.id, canary: 1, stopOnError: false });
  await inState(running.client, plan.id, ['paused']);
  await running.core.close();
  const { state } = databasesIn(first);
  const backups = backupsOf(state);
  archiveTokens(databasesIn(first), profileId, scopeOf(platform));

  running = await start(first);
  const later = { name: laterProfile, colour: 'teal', url: platform.url, token: platform.tokens.admin } as const;
  await running.client.profiles.add(later);
  await running.client.profiles.open({ id: profileId });
  // Add archived tokens that are not in the cache
  await running.client.accessTokens.horizon({ scope: null });
  // Later commits stay in the write-ahead log until Reeve ends
  await running.client.changes.resume({ planId: plan.id });
  await inState(running.client, plan.id, ['done']);
  await running.client.host.saveView({ table: 'users', name: viewName, query: {} });
  await running.client.host.setPreferences({ density: 'compact' });
  cpSync(first, killed, { recursive: true });
  await running.core.close();
  cpSync(first, closed, { recursive: true });
  for (const folder of [closed, killed])
    databasesIn(folder).keepCopies(backups.map((path) => path.replace(first, folder)));

  return {
    platform,
    planId: plan.id,
    start,
    pass: (ms) => void (aheadMs += ms),
    copyOf: (which) => {
      copies += 1;
      const folder = join(root, `copy-${copies}`);
      mkdirSync(folder);
      cpSync(which === 'closed' ? closed : killed, folder, { recursive: true });
      return folder;
    },
    databasesIn,
    end: async () => {
      await platform.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Expired tokens, enough for several pages of the table and its index. Two rows are too long for one page. */
function archiveTokens({ archive: file, key }: ReturnType<typeof databases>, profileId: string, scope: string): void {
  const rows = Array.from({ length: archivedTokens }, (_, at) => ({
    ...{ scope, id: 900_001 + at },
    row: {
      token: { id: 900_001 + at, name: `Ended ${at}`, description: 'x'.repeat(at < 2 ? 9_000 : 200) },
      isGone: true,
    },
  }));
  const opened = openArchive({ folder: dirname(file), key, now: Date.now() });
  archive(opened.db).add(profileId, 'accessTokens', rows, Date.now());
  opened.close(Date.now());
}

/** The number of archived tokens; null if a page can't be read. */
export function archivedIn({ archive: file, key }: ReturnType<typeof databases>): number | null {
  const opened = openReadOnly(file, key);
  try {
    const ofArchive = `SELECT doc FROM kept WHERE collection = 'accessTokens' AND id > 900000`;
    return opened.db.prepare(ofArchive).all().length;
  } catch {
    return null;
  } finally {
    opened.close();
  }
}

/** Wait until a plan is in one of these states. */
export async function inState(client: ReeveClient, planId: string, states: readonly string[]) {
  for (;;) {
    const plan = await client.changes.get({ planId });
    if (states.includes(plan.state)) return plan;
    await systemClock.sleep(20);
  }
}

/** Wait until no job runs or waits. */
export async function jobsEnded(client: ReeveClient): Promise<void> {
  for (;;) {
    const { jobs } = await client.jobs.list();
    if (jobs.every(({ state }) => !['queued', 'running', 'waiting', 'interrupted'].includes(state))) return;
    await systemClock.sleep(20);
  }
}

const scopeOf = ({ world }: Platform): `group:${number}` => `group:${world.groups.lookup('acme')?.id ?? 0}`;

async function syncEverything(client: ReeveClient, platform: Platform): Promise<void> {
  const { world } = platform;
  await client.jobs.sync({ collection: 'users' });
  await client.jobs.sync({ collection: 'runners', scope: '' });
  const scope = scopeOf(platform);
  await client.jobs.sync({ collection: 'serviceAccounts', scope });
  await jobsEnded(client);
  await client.jobs.sync({ collection: 'accessTokens', scope });
  const text = world.keys
    .all()
    .map(({ key }) => key)
    .join('\n');
  const { found } = await client.keys.read({ text });
  await client.keys.lookUp({ queries: found });
  await jobsEnded(client);
}

/** An edit, two notes whose creation can't be verified, and an account that can be found by its name. */
export function callsOn({ world }: Platform): Call[] {
  const [runner] = world.runners.all();
  const group = world.groups.lookup('acme');
  const project = world.projects.lookup('acme/core');
  const issue = world.issues.find(({ project_id }) => project_id === project?.id);
  if (!runner || !group || !project || !issue) throw new Error('the seed lacks something');
  const path = { id: project.id, issue_iid: issue.iid };
  return [
    { op: 'runners.edit', path: { id: runner.id }, body: { maintenance_note: 'changed' } },
    { op: 'notes.createOnIssue', path, body: { body: 'note 1' } },
    { op: 'group-service-accounts.create', path: { id: group.id }, body: { name: 'Bot', username: 'bot-1' } },
    { op: 'notes.createOnIssue', path, body: { body: 'note 2' } },
  ];
}

/** How often the platform has applied each of the three POST requests. */
export function effectsOn({ world }: Platform): number[] {
  return [
    world.notes.filter(({ body }) => body === 'note 1').length,
    world.users.ordered('id').filter(({ username }) => username === 'bot-1').length,
    world.notes.filter(({ body }) => body === 'note 2').length,
  ];
}
