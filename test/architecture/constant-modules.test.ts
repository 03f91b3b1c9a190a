import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { constantModules } from '../../build/scripts/constant-modules.ts';

/** The text that the bundle gets instead of a module. */
async function loaded(source: string, name = 'limits.constant.ts'): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-constant-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), source);
  const load = constantModules().load as unknown as (id: string) => Promise<unknown>;
  return load(join(folder, name));
}

test('the bundle contains the values of a constant module instead of its code', async () => {
  expect(await loaded('export const most = 2 * 100; export const names = ["b", "a"].sort();')).toBe(
    'export const most = 200;\nexport const names = ["a","b"];',
  );
  expect(await loaded('export const most = 2;', 'limits.ts')).toBeNull();
});

test('an object that occurs more than once is written once', async () => {
  expect(
    await loaded('export const all = { a: { is: "text" }, b: [{ is: "text" }], c: { is: "text", least: 1 } };'),
  ).toBe('const shared0 = {"is":"text"};\nexport const all = {"a":shared0,"b":[shared0],"c":{"is":"text","least":1}};');
});

test.each(['() => 1', '{ most: undefined }', 'new Map([[1, 2]])', '{ at: new Date(0) }', 'Infinity'])(
  'a constant that is not data fails the build: %s',
  async (value) => {
    await expect(loaded(`export const most = ${value};`)).rejects.toThrow('most is not data that JSON can represent');
  },
);
