import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../platform/', import.meta.url).pathname;
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

test('the simulator imports only itself and Node, and nothing from Reeve', () => {
  expect(sources.length).toBeGreaterThan(30);
  for (const path of sources) {
    const text = readFileSync(join(FOLDER, path), 'utf8');
    const statements = text.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'/gm);
    const targets = [...statements].map(([, stated, called]) => stated ?? called ?? '');
    for (const target of targets) {
      const inside = target.startsWith('.') && join('/simulator', path, '..', target).startsWith('/simulator/');
      expect(inside || /^(node:|re2js$)/.test(target), `${path} imports ${target}`).toBe(true);
    }
    expect(text, path).not.toMatch(/src-(main|shared|renderer)|['"]#(main|shared|renderer)/);
  }
});

test('no file of the simulator is longer than 400 lines', () => {
  for (const path of sources) {
    expect(readFileSync(join(FOLDER, path), 'utf8').split('\n').length, path).toBeLessThanOrEqual(400);
  }
});
