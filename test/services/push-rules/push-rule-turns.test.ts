import { expect, test } from 'vitest';
import type { Instance } from '#main/services/instances/instance.ts';
import { pushRuleReplay } from '#main/services/push-rules/push-rule-replay.ts';

test('a replay with a slow pattern leaves time for other work, and ends when it is aborted', async () => {
  let checked = 0;
  const letters = 'abcdefghiklmnoprstu';
  const row = (at: number) => ({
    id: String(at),
    get message() {
      checked += 1;
      return Array.from({ length: 540 }, (_, place) => letters[(at * place * place + 7 * place) % 19]).join('');
    },
  });
  const piece = Array.from({ length: 2_000 }, (_, at) => ({ row: row(at), fetchedAt: 1 }));
  const lists = (name: string) => ({ rows: () => (name === 'commits' ? [piece] : []) });
  const instance = { reader: { lists }, profile: { id: 'p' } } as unknown as Instance;
  const ports = { clock: { now: () => 1 } } as unknown as Parameters<typeof pushRuleReplay>[1];
  const { run } = pushRuleReplay(() => instance, ports, {} as Parameters<typeof pushRuleReplay>[2], new Map());
  const abort = new AbortController();
  const rule = { commit_message_regex: '(?s)(?:[aeiou].{0,99}){9}[QZ]' };
  const what = { scope: 'group:1', rule, current: null, projects: ['project:7'], newest: 20_000, merges: true };
  const replay = run(what, abort.signal);
  setTimeout(() => abort.abort());
  await expect(replay).rejects.toThrow('aborted');
  expect(checked).toBeGreaterThan(0);
  expect(checked).toBeLessThan(piece.length);
});
