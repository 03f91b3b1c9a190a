import { globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseKey, dataFolder, openReeve, syncUsers, type Address } from './open-reeve.ts';
import { cpuMs, peakMB, untilQuiet } from './output.ts';
import { recordRequests } from './seen-requests.ts';
import { contentPages, readLog } from './written-pages.ts';

/** The first sync of all users into an empty data folder. */
export async function firstSync(folder: string, platform: Address) {
  const { client, close } = await openReeve(folder, platform);
  await untilQuiet();
  const cpuBefore = cpuMs();
  const ms = await syncUsers(client);
  const cpuAtEnd = cpuMs();
  await untilQuiet();
  const result = { ms, peakMB: peakMB(), cpuMs: cpuAtEnd - cpuBefore, cpuAfterMs: cpuMs() - cpuAtEnd };
  const { total } = await client.users.list({ query: { scope: '' }, slice: { from: 0, count: 1 } });
  await close();
  return { ...result, rows: total, diskMB: sizeMB(dataFolder(folder)) };
}

/**
 * A sync in which no user has changed. `seenFile`: the file to write its requests to.
 * `contentKB`: what it wrote to pages of documents, derived tables and indexes; null if SQLite restarted the write-ahead
 * log meanwhile. `otherKB`: what it wrote to other pages of the cache.
 */
export async function unchangedSync(folder: string, platform: Address, seenFile: string) {
  const file = join(dataFolder(folder), 'profiles', await profileIn(folder, platform), 'cache.db');
  const before = contentPages(file, databaseKey(folder));
  const { client, close } = await openReeve(folder, platform);
  await untilQuiet();
  const logBefore = readLog(file);
  const requests = recordRequests();
  const ms = await syncUsers(client);
  const { paths, most } = requests.end();
  await untilQuiet();
  const log = readLog(file);
  await close();
  writeFileSync(seenFile, JSON.stringify({ paths: paths.filter((path) => path.includes('per_page=100')), most }));

  const isWhole = log.restarts === logBefore.restarts;
  const after = contentPages(file, databaseKey(folder));
  const written = log.pages.slice(logBefore.pages.length);
  const content = written.filter((page) => before.has(page) || after.has(page));
  const toKB = (pages: number): number => (pages * log.pageBytes) / 1_024;
  return {
    ms,
    contentKB: isWhole ? toKB(content.length) : null,
    otherKB: toKB(written.length - content.length),
    pages: paths.length,
    most,
  };
}

async function profileIn(folder: string, platform: Address): Promise<string> {
  const { profileId, close } = await openReeve(folder, platform);
  await close();
  return profileId;
}

function sizeMB(folder: string): number {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}
