import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { planPieceChars } from '#shared/contract/changes.ts';
import { rig } from '../helpers/rig.ts';
import { applied } from './changes-rig.ts';

test('a plan file that is larger than a message is loaded in pieces, and does what the saved plan would have done', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup('acme/core')?.id ?? 0;
  const content = '“x” \\ 😀'.repeat(60_000);
  const calls = Array.from({ length: 9 }, (_, n) => ({
    op: 'files.create',
    path: { id, file_path: `large-${n}.txt` },
    body: { branch: 'main', commit_message: `large ${n}`, content },
  }));
  const plan = await client.changes.plan({ calls });
  const text = await readFile((await client.changes.save({ planId: plan.id })).path, 'utf8');
  expect(text.length).toBeGreaterThan(2 * planPieceChars);
  let key: string | null = null;
  for (let from = 0; from < text.length; from += planPieceChars) {
    const piece = { key, text: text.slice(from, from + planPieceChars) };
    // What the door of a window lets through
    expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThan(15_000_000);
    ({ key } = await client.changes.upload(piece));
  }
  const loaded = await client.changes.load({ key: key ?? '' });
  expect(loaded).toMatchObject({ total: 9, counts: { planned: 9 } });
  await client.changes.drop({ planId: loaded.id, positions: calls.map((_, n) => n).slice(1) });
  await applied(client, loaded);
  const [sent] = platform.requests.list('POST /projects/:id/repository/files/:file_path');
  expect(sent?.body).toContain('large 0');
});

test('a piece of an upload that nobody began is refused', async () => {
  const { client } = await rig();
  await expect(client.changes.upload({ key: 'none', text: '{}' })).rejects.toMatchObject({ code: 'missing' });
  await expect(client.changes.load({ key: 'none' })).rejects.toMatchObject({ code: 'missing' });
});
