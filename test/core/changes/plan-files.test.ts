import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { planPartChars } from '#shared/contract/changes.ts';
import { megabytes } from '#shared/time.ts';
import { rig } from '../../helpers/rig.ts';
import { applyAndWait } from '../changes-rig.ts';

test('a plan file that is uploaded in parts is loaded and applied like the saved plan', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: '“x” \\ 😀' } };
  const plan = await client.changes.plan({ calls: [call] });
  const text = await readFile((await client.changes.save({ planId: plan.id })).path, 'utf8');
  let key: string | null = null;
  // Parts may end anywhere, even inside a character
  for (let from = 0; from < text.length; from += 7) {
    ({ key } = await client.changes.upload({ key, text: text.slice(from, from + 7) }));
  }
  await applyAndWait(client, await client.changes.load({ key: key ?? '' }));
  expect(runner?.maintenance_note).toBe('“x” \\ 😀');
  await expect(client.changes.load({ key: key ?? '' })).rejects.toMatchObject({ code: 'missing' });
  await expect(client.changes.upload({ key: 'none', text: '{}' })).rejects.toMatchObject({ code: 'missing' });
});

test('a part of a plan file never exceeds the size limit of a message', () => {
  const worst = '\u0001'.repeat(planPartChars);
  expect(Buffer.byteLength(JSON.stringify({ t: 'call', input: { key: null, text: worst } }))).toBeLessThan(
    megabytes(16),
  );
});

test('a plan file that is nested too deeply is refused with an explanation', async () => {
  const { client, platform } = await rig();
  const body = `{"description":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const row = `{"op":"runners.edit","path":{"id":1},"body":${body}}`;
  const instance = JSON.stringify({ name: 'Test', url: platform.url });
  const text = `{"format":"reeve-plan","version":1,"instance":${instance},"rows":[${row}]}`;
  await expect(client.changes.load({ text })).rejects.toMatchObject({
    code: 'invalid',
    field: 'text',
    reportedMessage: 'This plan can’t be read: its fields are nested more than 100 levels deep.',
  });
});
