import { Pool, type Dispatcher } from 'undici';
import type { BenchRig } from './bench-rig.ts';
import type { Figure } from './report.ts';

/** The time to request all pages of the same list one after the other, without storing or checking them. */
async function serialWalkMs(url: string, token: string): Promise<number> {
  const pool = new Pool(url, { connections: 1 });
  const startedAt = performance.now();
  let path: string | null = '/api/v4/users?pagination=keyset&per_page=100&order_by=id&sort=asc';
  while (path !== null) {
    const { headers, body }: Dispatcher.ResponseData = await pool.request({
      path,
      method: 'GET',
      headers: { 'private-token': token },
    });
    JSON.parse(await body.text());
    const { link }: { link?: string | string[] } = headers as object;
    const next = /<([^>]+)>; rel="next"/.exec(String(link))?.[1];
    path = next === undefined ? null : next.slice(url.length);
  }
  await pool.close();
  return performance.now() - startedAt;
}

/** Ratios of a first sync into the encrypted cache, and of a sync without changes. */
export async function syncFigures({ client, platform, latencyMs }: BenchRig): Promise<Figure[]> {
  const floor = await serialWalkMs(platform.url, platform.tokens.admin);
  const firstMs = await syncMs(client);
  const againMs = await syncMs(client);
  const line = `${latencyMs} ms away`;
  return [
    {
      what: `first sync, ${line}`,
      ours: firstMs,
      against: 'a bare serial walk that stores nothing',
      floor,
      unit: 'ms',
    },
    { what: `unchanged sync, ${line}`, ours: againMs, against: 'the first sync', floor: firstMs, unit: 'ms' },
  ];
}

async function syncMs(client: BenchRig['client']): Promise<number> {
  const startedAt = performance.now();
  const { id } = await client.jobs.sync({ collection: 'users' });
  for (;;) {
    const job = (await client.jobs.list()).jobs.find((one) => one.id === id);
    if (job?.state === 'done') return performance.now() - startedAt;
    if (job?.state === 'failed') throw new Error(`the sync failed: ${JSON.stringify(job.failure)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
