import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rig } from '../helpers/rig.ts';
import { slice } from './changes-rig.ts';

test('the journal is searched by words, filtered, and exported with formulas made harmless', async () => {
  const { client, platform } = await rig();
  const [one, two] = platform.world.runners.all();
  for (const [id, text] of [
    [one?.id ?? 0, '=HYPERLINK("x")'],
    [two?.id ?? 0, 'second'],
  ] as const) {
    await client.changes.run({
      op: 'runners.edit',
      path: { id },
      body: { maintenance_note: text },
      label: `${text} note`,
    });
  }
  const list = (query: object) => client.journal.list({ query, slice });
  expect((await list({ search: 'second NOTE' })).rows).toMatchObject([{ label: 'second note', state: 'applied' }]);
  expect((await list({ search: 'second missing' })).total).toBe(0);
  expect((await list({ op: 'runners.edit', state: 'applied', canUndo: true })).total).toBe(2);
  expect((await list({ after: Date.now() + 60_000 })).total).toBe(0);
  expect((await client.journal.ids({ query: {}, from: 0, count: 1 })).ids).toHaveLength(1);
  expect(await client.journal.ops()).toEqual({ ops: ['runners.edit'] });
  const { rows } = await list({});
  expect(rows[0]?.who).toMatch(/^token [0-9a-f]{12}, Test$/);
  expect(JSON.stringify(rows)).not.toContain(platform.tokens.admin);

  const csv = await client.journal.export({ query: {}, format: 'csv' });
  expect(await readFile(csv.path, 'utf8')).toContain(`'=HYPERLINK`);
  const json = await client.journal.export({ query: { search: 'second' }, format: 'json' });
  expect(JSON.parse(await readFile(json.path, 'utf8'))).toMatchObject([{ label: 'second note' }]);
});
