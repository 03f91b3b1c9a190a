import { Pool } from 'undici';
import type { BenchRig } from './bench-rig.ts';
import type { Figure } from './report.ts';

/** Ratio of creating and applying a plan, with its journal, relative to the same PUT requests one after the other. */
export async function planFigures({ client, platform }: BenchRig, edits = 500): Promise<Figure[]> {
  const pool = new Pool(platform.url, { connections: 1 });
  const headers = { 'private-token': platform.tokens.admin, 'content-type': 'application/json' };
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    const answer = await pool.request({ path: `/api/v4${path}`, method, headers, body: JSON.stringify(body) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
    return answer.body.json();
  };
  const ids: number[] = [];
  while (ids.length < edits) {
    const made = (await send('POST', '/user/runners', { runner_type: 'instance_type' })) as { id: number };
    ids.push(made.id);
  }
  let startedAt = performance.now();
  for (const id of ids) await send('PUT', `/runners/${id}`, { maintenance_note: 'bare' });
  const floor = performance.now() - startedAt;
  await pool.close();

  startedAt = performance.now();
  const calls = ids.map((id) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: 'planned' } }));
  const plan = await client.changes.plan({ calls });
  const planned = performance.now() - startedAt;
  const done = new Promise<void>((resolve) => {
    client.changes.changed(({ plans }) => {
      if (plans.some(({ id, counts }) => id === plan.id && counts.applied === edits)) resolve();
    });
  });
  await client.changes.apply({ planId: plan.id });
  await done;
  const ours = performance.now() - startedAt;
  const against = 'bare PUTs one after another';
  return [
    { what: `plan of ${edits} edits, made`, ours: planned, against, floor, unit: 'ms' },
    { what: `plan of ${edits} edits, made and applied`, ours, against, floor, unit: 'ms' },
  ];
}
