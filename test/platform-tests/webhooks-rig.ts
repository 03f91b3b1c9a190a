import { expect } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import { commit, json, row } from './repository-rig.ts';
import { ask } from './rig.ts';

type Row = Record<string, unknown>;

export const HOOKS = '/projects/acme%2Fcore/hooks';

/** Add a webhook to the private project. */
export async function addHook(platform: Platform, body: Row): Promise<Row> {
  const answer = await ask(platform, 'maintainer', HOOKS, json('POST', body));
  expect([200, 201], answer.text).toContain(answer.status);
  return row(answer);
}

export const readHook = async (platform: Platform, id: unknown) =>
  row(await ask(platform, 'maintainer', `${HOOKS}/${String(id)}`));

export const eventsOf = async (platform: Platform, id: unknown, query = '') =>
  (await ask(platform, 'maintainer', `${HOOKS}/${String(id)}/events${query}`)).rows;

let pushes = 0;

/** Commit a new file to a branch, and wait until all deliveries are sent. */
export async function push(platform: Platform, branch = 'feature/login-form'): Promise<Row> {
  pushes += 1;
  const made = await commit(platform, branch, [{ action: 'create', file_path: `push-${pushes}.txt`, content: 'x' }]);
  await platform.world.webhookSender.idle();
  return made;
}
