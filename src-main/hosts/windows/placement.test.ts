import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { savedPlacements } from './placement.ts';

const secret = 'jane.doe';
const view = encodeURIComponent(JSON.stringify({ search: secret, filter: { name: secret } }));

test.each([
  [`/?i=p1&s=project%3A7#/users?view=${view}`, '/?i=p1&s=project%3A7#/users'],
  [`/#/keys/7?at=project%3A3&view=${view}`, '/#/keys/7'],
  [`/?i=p1#/p/7/issues/12?view=${view}`, '/?i=p1#/p/7/issues/12'],
  [`/#/open?link=${secret}`, '/#/open'],
  [`/#/coverage?filter=${secret}?${secret}#${secret}`, '/#/coverage'],
  [`/?q=${secret}&i=p2&s=#/runners`, '/?i=p2&s=#/runners'],
  [`/?${secret}`, '/#'],
  ['/?i=p1#/p/7/code/files/src/main.ts?ref=main&line=12', '/?i=p1#/p/7/code/files/src/main.ts'],
])('of the address %s, only %s is saved', (address, saved) => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-placement-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'place.json');
  const placements = savedPlacements(file, (from: string) => ({
    ...{ x: 0, y: 0, width: 800, height: 600, isMaximized: false },
    address: from,
  }));
  placements.opened(address);
  placements.ending();
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toMatchObject([{ address: saved }]);
});
