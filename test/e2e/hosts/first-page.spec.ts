import { hasNames, loadedScripts } from '../../bench/in-page.ts';
import { usersLink } from '../../bench/browser.ts';
import { expect, test } from '../fixtures.ts';

const mostBytes = 480_000;

test('the scripts that the window loads until it shows the rows of a link are at most 480 KB', async ({
  window,
  platform,
}) => {
  await window.getByRole('main').getByRole('button', { name: 'Sync users' }).last().click();
  await window.waitForFunction(hasNames, 20);
  // What the window loads while it is idle is not needed for the first rows
  await window.addInitScript((link) => {
    Object.assign(globalThis, { requestIdleCallback: () => 0 });
    location.hash = `#/open?link=${encodeURIComponent(link)}`;
  }, usersLink(platform.url));
  await window.reload();
  await window.waitForFunction(hasNames, 20);
  const scripts = (await window.evaluate(loadedScripts)).toSorted((a, b) => b.bytes - a.bytes);
  const sum = scripts.reduce((all, { bytes }) => all + bytes, 0);
  const largest = scripts.slice(0, 5).map(({ file, bytes }) => `${file} ${bytes.toLocaleString('en-US')} B`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(
    sum,
    `The largest: ${largest.join(', ')}. See build/decisions/0026-the-window-starts-without-schemas.md`,
  ).toBeLessThanOrEqual(mostBytes);
});
