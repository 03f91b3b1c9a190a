import { Pool } from 'undici';
import { openReeve, type Address } from './open-reeve.ts';
import { durationMs } from './typed.ts';

/**
 * Make and apply a plan, and send the same PUT requests one after the other as its baseline. `appliedMs` includes
 * `madeMs`.
 */
export async function applyPlan(folder: string, platform: Address, edits: number) {
  const { client, close } = await openReeve(folder, platform);
  const pool = new Pool(platform.url, { connections: 1 });
  const headers = { 'private-token': platform.token, 'content-type': 'application/json' };
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    const reply = await pool.request({ path: `/api/v4${path}`, method, headers, body: JSON.stringify(body) });
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode}`);
    return reply.body.json();
  };
  const ids: number[] = [];
  while (ids.length < edits) {
    const made = (await send('POST', '/user/runners', { runner_type: 'instance_type' })) as { id: number };
    ids.push(made.id);
  }
  const bareMs = await durationMs(async () => {
    for (const id of ids) await send('PUT', `/runners/${id}`, { maintenance_note: 'bare' });
  });
  await pool.close();

  const startedAt = performance.now();
  const calls = ids.map((id) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'planned' } }));
  const plan = await client.changes.plan({ calls });
  const madeMs = performance.now() - startedAt;
  const applied = new Promise<void>((resolve) => {
    client.changes.changed(({ plans }) => {
      if (plans.some(({ id, counts }) => id === plan.id && counts.applied === edits)) resolve();
    });
  });
  await client.changes.apply({ planId: plan.id });
  await applied;
  const appliedMs = performance.now() - startedAt;
  await close();
  return { madeMs, appliedMs, bareMs };
}
