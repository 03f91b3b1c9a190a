import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '#main/cache/worker/reader.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { journal, type Intent } from '#main/state/journal.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { builtWorkers } from './open-reeve.ts';
import { plainTable } from './plain-table.ts';
import { comparison, runnerWords, typed, type Compared } from './typed.ts';

const key = 'a1'.repeat(32);
const texts = typed(runnerWords);
const place = { collection: 'runners', scope: 'group:9' };

/** Search the runners of a group after each typed key. The first call fills the cache of the folder. */
export async function searchScope(folder: string, size: number): Promise<Compared> {
  const file = { file: join(folder, 'scoped.db'), key };
  const isFilled = existsSync(file.file);
  const store = await openStore(builtWorkers().store, file);
  const all = Array.from({ length: size }, (_, at) => runner(at + 1));
  if (!isFilled) {
    await store.beginList({ place, estimatedRows: size, now: 1 });
    for (let from = 0; from < size; from += 1_000) {
      await store.putListPage({ place, rows: all.slice(from, from + 1_000), now: 1 });
    }
    await store.finishSyncRun({ place, now: 1 });
  }
  const reader = await openReader(builtWorkers().read, file);
  const table = plainTable();
  table.add(all.map(({ id, description, tag_list }) => ({ id, text: [description, ...tag_list].join('\n') })));
  const [count, rows] = [table.count(), table.search('text')];
  const { measure, result } = comparison();
  for (const search of texts) {
    const sort = { by: 'description', direction: 'asc' } as const;
    const query = { scope: place.scope, search, filter: {}, sort, notReturned: 'hide' } as const;
    await measure(
      () => reader.lists('runners').list({ query, slice: { from: 0, count: 128 } }),
      // Reeve also counts the total
      () => [count(search), rows(search)],
    );
  }
  table.close();
  await reader.close();
  await store.close();
  return result();
}

/** Search the journal after each typed key. The first call fills the database of the folder. */
export async function searchJournal(folder: string, size: number): Promise<Compared> {
  const file = join(folder, 'journal.db');
  const isFilled = existsSync(file);
  const db = openDatabase(file, key);
  migrate(db, { before: () => undefined });
  const entries = journal(db);
  const all = Array.from({ length: size }, (_, at) => intentOf(at + 1));
  if (!isFilled) db.transaction(() => all.forEach((intent) => entries.intend(intent)))();
  const table = plainTable();
  table.add(all.map(({ op, label, path, who }, at) => ({ id: at + 1, text: [op, label, path, who].join('\n') })));
  const [count, rows] = [table.count(), table.search('id DESC')];
  const { measure, result } = comparison();
  for (const search of texts) {
    const query = JournalQuery.parse({ search });
    await measure(
      () => [entries.count(query), entries.list(query, { from: 0, count: 128 })],
      () => [count(search), rows(search)],
    );
  }
  table.close();
  db.close();
  return result();
}

const runner = (id: number) => ({
  id,
  description: `runner-${String(id).padStart(6, '0')}.corp.example`,
  runner_type: 'group_type',
  status: id % 4 === 0 ? 'offline' : 'online',
  tag_list: ['linux', `pool-${id % 40}`],
});

function intentOf(id: number): Intent {
  const write = { op: 'runners.edit', path: { id }, body: { paused: true } };
  const { description: label } = runner(id);
  return {
    ...{ planId: `plan ${id % 100}`, position: id, profileId: 'p1', instance: 'https://one.example' },
    ...{ who: 'token 1', user: null, op: write.op, label, method: 'PUT', path: `/runners/${id}` },
    ...{ intendedAt: id, deadlineAt: id },
    ...{ undoOf: null, changes: [], undo: { kind: 'exact' }, write, before: { paused: false } },
  };
}
