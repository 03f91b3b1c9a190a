import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';
import { readOnlySender } from '#main/api/client/read-only-sender.ts';
import type { Send } from '#main/api/types.ts';
import { operations } from '#main/changes/operations/index.ts';
import { writeLabels, type NamedOperation } from '#shared/text/en/operations.ts';

const root = join(import.meta.dirname, '../..');

async function filesWith(words: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('src-main/**/*.ts', { cwd: root })) {
    if (words.test(readFileSync(join(root, file), 'utf8'))) found.push(file.replaceAll('\\', '/'));
  }
  return found.sort();
}

test('senders are created in one place, and one place gets the sender that can write', async () => {
  const asking = 'src-main/services/instances/recognizing-sender.ts';
  expect(await filesWith(/\bcreateSender\(/)).toEqual(['src-main/api/client/send.ts', asking]);
  expect(await filesWith(/\bcreateRecognizingSender\(/)).toEqual(['src-main/services/instances/instances.ts', asking]);
  expect(await filesWith(/\bwriterOf\b/)).toEqual([
    'src-main/services/changes/write-engine.ts',
    'src-main/services/instances/instances.ts',
  ]);
  expect(await filesWith(/\bwrite\.answer\(/)).toEqual(['src-main/changes/engine/send-row.ts']);
});

test('all other code has a sender that refuses writes', async () => {
  let sent = 0;
  const count = () => {
    sent += 1;
    return Promise.resolve();
  };
  const whole = Object.assign(count, { answer: count, page: count, bytes: count, raw: count, close: count });
  const reading = readOnlySender(whole as unknown as Send);
  const writes = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  expect(writes.length).toBeGreaterThan(60);
  for (const endpoint of writes) {
    await expect(reading(endpoint)).rejects.toMatchObject({ code: 'bug' });
    await expect(reading.answer(endpoint)).rejects.toMatchObject({ code: 'bug' });
    await expect(reading.page(endpoint, {})).rejects.toMatchObject({ code: 'bug' });
    await expect(reading.bytes(endpoint, undefined, { into: '/' })).rejects.toMatchObject({ code: 'bug' });
    await expect(reading.raw(endpoint)).rejects.toMatchObject({ code: 'bug' });
  }
  expect(sent).toBe(0);
});

test('every endpoint that writes has an operation and a name, and each operation has an endpoint', () => {
  const writes = [...endpoints.values()].filter(({ undo }) => undo !== null).map(({ name }) => name);
  const without = writes.filter((name) => !Object.hasOwn(operations, name));
  expect(without, 'Add the operations of these writes to src-main/changes/operations.').toEqual([]);
  const unnamed = writes.filter((name) => writeLabels(name as NamedOperation).name === '');
  expect(unnamed, 'Add the names of these writes to src-shared/text/en/operations.').toEqual([]);
  const others = Object.keys(operations).filter((name) => !writes.includes(name));
  expect(others, 'These operations have no endpoint in src-main/api/endpoints.').toEqual([]);
});

test('the button of a form ends with "…" if the write can’t be undone, because its plan is shown first', () => {
  const writes = [...endpoints.values()].filter(({ undo }) => undo !== null);
  for (const { name, undo } of writes) {
    expect(writeLabels(name as NamedOperation).send.endsWith('…'), name).toBe(undo?.kind === 'none');
  }
});
