import { setTimeout as wait } from 'node:timers/promises';
import type { ReeveClient } from '../../helpers/window.ts';
import { percentiles } from '../statistics.ts';
import { openReeve, syncUsers, type Address } from './open-reeve.ts';
import { plainTable } from './plain-table.ts';
import { comparison, durationMs, typed, userWords } from './typed.ts';

type UserQuery = Omit<Parameters<ReeveClient['users']['list']>[0]['query'], 'scope' | 'search'>;

const texts = typed(userWords);
/** The searched fields of users. */
const searched = [
  ...(['name', 'username', 'email', 'public_email', 'commit_email', 'unconfirmed_email', 'note'] as const),
];
/** The columns that the conditions and orders below need. */
const columns = ['name', 'state', 'created_at', 'last_activity_on', 'two_factor_enabled'];

/** Each query of Reeve with the order and the condition of the same query over the plain table. */
const variants: Record<'plain' | 'filtered' | 'sorted', { query: UserQuery; order: string; condition?: string }[]> = {
  plain: [{ query: {}, order: 'name' }],
  filtered: [
    { query: { filter: { active: true } }, order: 'name', condition: `state = 'active'` },
    { query: { filter: { two_factor: 'disabled' } }, order: 'name', condition: 'two_factor_enabled = 0' },
  ],
  sorted: [
    { query: { sort: { by: 'created_at', direction: 'desc' } }, order: 'created_at DESC' },
    { query: { sort: { by: 'last_activity_on', direction: 'asc' } }, order: 'last_activity_on' },
  ],
};

/** Search synced users after each typed key, with Reeve and with `LIKE` over the same texts. */
export async function searchUsers(folder: string, platform: Address) {
  const { client, close } = await openReeve(folder, platform);
  const firstMs = await durationMs(() => searching(client, {})(texts[0] ?? ''));
  const table = await plainUsers(client);
  const compare = async (kind: keyof typeof variants) => {
    const { measure, result } = comparison();
    for (const { query, order, condition } of variants[kind]) {
      const [ours, plain] = [searching(client, query), table.search(order, condition)];
      for (const text of texts)
        await measure(
          () => ours(text),
          () => plain(text),
        );
    }
    return result();
  };
  const compared = {
    plain: await compare('plain'),
    filtered: await compare('filtered'),
    sorted: await compare('sorted'),
  };
  const paletteMs: number[] = [];
  for (const words of texts) paletteMs.push(await durationMs(() => client.search.find({ words })));
  table.close();
  await close();
  return { firstMs, ...compared, palette: percentiles(paletteMs) };
}

/** The time between two keys. Without it, most searches would be at the start of the sync, when there are few rows. */
const betweenKeysMs = 100;

/** Search after each typed key while the first sync runs. */
export async function searchDuringSync(folder: string, platform: Address) {
  const { client, close } = await openReeve(folder, platform);
  const search = searching(client, {});
  const allMs: number[] = [];
  let isSyncing = true;
  const sync = syncUsers(client).finally(() => (isSyncing = false));
  while (isSyncing) {
    for (const text of texts) {
      if (!isSyncing) break;
      allMs.push(await durationMs(() => search(text)));
      await wait(betweenKeysMs);
    }
  }
  await sync;
  await close();
  return percentiles(allMs);
}

/** The slowest search while the words are typed. */
export async function slowestSearch(folder: string, platform: Address) {
  const { client, close } = await openReeve(folder, platform);
  const search = searching(client, {});
  const firstMs = await durationMs(() => search(texts[0] ?? ''));
  const allMs: number[] = [];
  for (const text of texts) allMs.push(await durationMs(() => search(text)));
  await close();
  return { firstMs, slowestMs: Math.max(...allMs), ...percentiles(allMs) };
}

function searching(client: ReeveClient, query: UserQuery): (search: string) => Promise<unknown> {
  return (search) => client.users.list({ query: { scope: '', search, ...query }, slice: { from: 0, count: 128 } });
}

async function plainUsers(client: ReeveClient) {
  const table = plainTable(columns);
  for (let from = 0; ; from += 200) {
    const { rows } = await client.users.list({ query: { scope: '' }, slice: { from, count: 200 } });
    if (rows.length === 0) return table;
    table.add(
      rows.map(({ row }) => ({
        id: row.id,
        text: searched.map((field) => row[field] ?? '').join('\n'),
        ...{ name: row.name, state: row.state ?? null, created_at: row.created_at ?? null },
        ...{ last_activity_on: row.last_activity_on ?? null, two_factor_enabled: Number(row.two_factor_enabled) },
      })),
    );
  }
}
