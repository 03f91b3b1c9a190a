import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Pool, type Dispatcher } from 'undici';
import { printResult } from './output.ts';
import type { SeenRequests } from './seen-requests.ts';

/** The baselines that store nothing: `serial URL TOKEN`, or `side-by-side URL TOKEN FILE` with a file of `SeenRequests`. */
const [kind = '', url = '', token = '', file = ''] = process.argv.slice(2);
const headers = { 'private-token': token };
printResult({ ms: await (kind === 'serial' ? serialWalk() : sideBySide(readSeen())) });

/** Request all pages of all users one after the other, without storing or checking them. */
async function serialWalk(): Promise<number> {
  const pool = new Pool(url, { connections: 1 });
  const startedAt = performance.now();
  let path: string | null =
    '/api/v4/users?pagination=keyset&per_page=100&order_by=id&sort=asc&with_custom_attributes=true';
  while (path !== null) {
    const reply: Dispatcher.ResponseData = await pool.request({ path, method: 'GET', headers });
    JSON.parse(await reply.body.text());
    const next = /<([^>]+)>; rel="next"/.exec(String(reply.headers['link']))?.[1];
    path = next === undefined ? null : next.slice(url.length);
  }
  return performance.now() - startedAt;
}

/** Request known pages, as many at once as Reeve did, and discard the replies. */
async function sideBySide({ paths, most }: SeenRequests): Promise<number> {
  const pool = new Pool(url, { connections: most });
  const startedAt = performance.now();
  const left = paths.values();
  const lane = async (): Promise<void> => {
    for (const path of left) {
      const { body, statusCode } = await pool.request({ path, method: 'GET', headers });
      for await (const _ of body) continue;
      if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  return performance.now() - startedAt;
}

function readSeen(): SeenRequests {
  return JSON.parse(readFileSync(file, 'utf8')) as SeenRequests;
}
