import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Start the server with random replies in a separate process; `end` ends it. */
export async function startServer(seed: number): Promise<{ base: string; end: () => void }> {
  const server = fork(join(import.meta.dirname, 'server.ts'), [String(seed)]);
  const [{ base }] = (await once(server, 'message')) as [{ base: string }];
  return { base, end: () => server.disconnect() };
}
