import { openStore } from '#main/cache/worker/store.ts';
import { pageOf, usersBetween } from './rows.ts';

/**
 * A sync that never ends and is killed by the test: pages of ten users from `first` on. Each cursor is the last id of
 * its page. Prints the last id of every acknowledged page.
 */
const [script = '', file = '', key = '', first = '1'] = process.argv.slice(2);
const place = { collection: 'users', scope: '' };
const store = await openStore(new URL(script), { file, key });
await store.beginSyncRun({
  place,
  windows: [{ key: '/', span: { from: null, to: null } }],
  estimatedRows: null,
  now: 2_000,
});
for (let from = Number(first); ; from += 10) {
  const rows = usersBetween(from, from + 9).map((row) => ({ ...row, note: 'of the child' }));
  const page = { windowKey: '/', body: pageOf(rows), cursor: String(from + 9), isLast: false, now: 2_000 };
  await store.putPage({ place, ...page });
  process.stdout.write(`${from + 9}\n`);
}
