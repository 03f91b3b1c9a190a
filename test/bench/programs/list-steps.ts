import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openReader } from '#main/cache/worker/reader.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { journal, type Intent } from '#main/state/journal.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { toIso } from '#shared/time.ts';
import { builtWorkers } from './open-reeve.ts';
import { plainTable } from './plain-table.ts';
import { commitWords, comparison, issueWords, runnerWords, typed, type Compared } from './typed.ts';

const key = 'a1'.repeat(32);
const texts = typed(runnerWords);

/** Lists that are searched: where their rows are stored, how they are made and sorted, and what is typed. */
const lists = {
  runners: {
    ...{ scope: 'group:9', sort: { by: 'description', direction: 'asc' }, order: 'text' },
    texts,
    row: runner,
    textOf: ({ description, tag_list }: ReturnType<typeof runner>) => [description, ...tag_list],
  },
  issues: {
    ...{ scope: '', sort: { by: 'updated_at', direction: 'desc' }, order: 'id DESC' },
    texts: typed(issueWords),
    row: issue,
    textOf: ({ title, description, references, author, labels }: ReturnType<typeof issue>) => [
      ...[title, description, references.full, author.username, author.name, ...labels],
    ],
  },
  commits: {
    ...{ scope: 'project:7/ref:main', sort: { by: 'committed_date', direction: 'desc' }, order: 'id DESC' },
    texts: typed(commitWords),
    row: commit,
    textOf: ({ id, title, message, author_name, author_email }: ReturnType<typeof commit>) => [
      ...[id, title, message, author_name, author_email],
    ],
  },
} as const;
export type SearchedList = keyof typeof lists;

/** Search the rows of one list after each typed key. The first call fills the cache of the folder. */
export async function searchList(folder: string, collection: SearchedList, size: number): Promise<Compared> {
  const { scope, sort, order, texts: typedTexts, row, textOf } = lists[collection];
  const place = { collection, scope };
  const file = { file: join(folder, `${collection}.db`), key };
  const isFilled = existsSync(file.file);
  const store = await openStore(builtWorkers().store, file);
  const all = Array.from({ length: size }, (_, at) => row(at + 1));
  if (!isFilled) {
    await store.beginList({ place, estimatedRows: size, now: 1 });
    for (let from = 0; from < size; from += 1_000) {
      await store.putListPage({ place, rows: all.slice(from, from + 1_000), now: 1 });
    }
    await store.finishSyncRun({ place, now: 1 });
  }
  const reader = await openReader(builtWorkers().read, file);
  const table = plainTable();
  table.add(all.map((one, at) => ({ id: at + 1, text: textOf(one as never).join('\n') })));
  const [count, rows] = [table.count(), table.search(order)];
  const { measure, result } = comparison();
  for (const search of typedTexts) {
    const query = { scope, search, filter: {}, sort, notReturned: 'hide' } as const;
    await measure(
      // As the list of a window: the rows as JSON text, parsed once
      async () => {
        const parts = await reader.lists(collection).listText({ query, slice: { from: 0, count: 128 } } as never);
        JSON.parse(parts.join(''));
      },
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

function runner(id: number) {
  return {
    id,
    description: `runner-${String(id).padStart(6, '0')}.corp.example`,
    runner_type: 'group_type',
    status: id % 4 === 0 ? 'offline' : 'online',
    tag_list: ['linux', `pool-${id % 40}`],
  };
}

/** Words of a made-up language, the first ones much more frequent than the last ones, as in real texts. */
const syllables = ['ba', 'den', 'kor', 'li', 'mus', 'nat', 'pe', 'ral', 'so', 'tim', 'ust', 'vo', 'wen', 'zi'];
const wordAt = (n: number): string =>
  [n % 14, Math.trunc(n / 14) % 14, Math.trunc(n / 196)].map((at) => syllables[at]).join('');
const special = ['timeout', 'Größe', 'rollback', 'deployment'];

/** Numbers that are the same in every run. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A text of this many words, different for each row. One row in fifty contains a special word. */
function textFor(id: number, words: number): string {
  const random = randomOf(id);
  const text = Array.from({ length: words }, () => wordAt(Math.trunc(2_744 * random() ** 3)));
  const chosen = special[id % 200];
  return [...text, ...(chosen === undefined ? [] : [chosen])].join(' ');
}
const secondOf = (id: number): string => toIso(1_700_000_000_000 + id * 1_000);

function issue(id: number) {
  const project_id = 1 + (id % 40);
  return {
    ...{ id, iid: id, project_id, state: id % 3 === 0 ? 'closed' : 'opened', description: textFor(id, 120) },
    title: `Problem ${id}: ${textFor(id + 1, 6)}`,
    ...{ created_at: secondOf(id), updated_at: secondOf(id), labels: ['bug', `team-${id % 12}`] },
    author: { id: id % 90, username: `user${id % 90}`, name: `Person ${id % 90}` },
    references: { short: `#${id}`, relative: `#${id}`, full: `corp/app-${project_id}#${id}` },
    web_url: `https://one.example/corp/app-${project_id}/-/issues/${id}`,
  };
}

function commit(id: number) {
  const sha = id.toString(16).padStart(40, '0');
  const title = `Change ${id}: ${textFor(id, 6)}`;
  return {
    ...{ id: sha, short_id: sha.slice(0, 8), title, message: `${title}\n\n${textFor(id + 1, 40)}` },
    ...{ author_name: `Person ${id % 90}`, author_email: `person${id % 90}@corp.example` },
    ...{ committed_date: secondOf(id), parent_ids: [], stats: { additions: id % 90, deletions: id % 40, total: 1 } },
  };
}

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
