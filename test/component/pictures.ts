import { afterEach, beforeEach, expect, type TestContext } from 'vitest';
import { commands, page } from 'vitest/browser';
import { makeRepeatable } from '../pictures/repeatable.ts';
import { beforeCheck } from './axe.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Take a picture of the page. `name`: the name of the file, without its extension. */
    takePicture: (name: string, theme: 'light' | 'dark') => Promise<void>;
  }
}

/** Loaded only with `REEVE_PICTURES`: takes a picture at the end of each test, and of each dialog in `axe`. */
const sizes = [
  [1440, 900],
  [1024, 700],
  [720, 450],
] as const;

const loading = '[aria-busy="true"], [role="progressbar"], [role="status"][aria-label^="Loading"]';

// Kept here, because tests can replace them with fake timers
const elapsed = performance.now.bind(performance);
const frame = requestAnimationFrame.bind(window);
const timer = setTimeout.bind(window);

/** Each test begins at this time, a Monday morning. The clock runs slowly, so that ages are always the same. */
const startMs = Date.UTC(2026, 10, 23, 9);
const slowness = 100;
let zero = elapsed();
makeRepeatable({ now: () => startMs + Math.floor((elapsed() - zero) / slowness) });

const names = new Set<string>();
let checks = 0;
let test = '';

beforeEach(({ task }: TestContext) => {
  zero = elapsed();
  checks = 0;
  test = nameOf(task);
});

beforeCheck.push(async () => {
  if (!test.startsWith('axe/')) return;
  checks += 1;
  const [width, height] = [innerWidth, innerHeight];
  for (const [wide, high] of sizes) {
    await page.viewport(wide, high);
    await shown();
    for (const theme of ['light', 'dark'] as const) {
      await commands.takePicture(`${test}-${checks}-${wide}x${high}-${theme}`, theme);
    }
  }
  await page.viewport(width, height);
  await shown();
});

afterEach(async ({ task }: TestContext) => {
  if (task.result?.state === 'fail' || checks > 0) return;
  await shown();
  await commands.takePicture(test, 'light');
});

/** The folder of the test file and the name of the test: no two tests have the same path. */
function nameOf(task: TestContext['task']): string {
  const file = task.file.name.replace(/^test\/component\//, '').replace(/\.test\.ts$/, '');
  const words = expect.getState().currentTestName ?? task.name;
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 120);
  let name = `${file}/${slug}`;
  for (let count = 2; names.has(name); count += 1) name = `${file}/${slug}-${count}`;
  names.add(name);
  return name;
}

/**
 * Wait until the fonts are loaded, and nothing has been loading or changing for ten frames. On a busy machine, frames
 * take longer. Waits at most two seconds.
 */
async function shown(): Promise<void> {
  await document.fonts.ready;
  const startedAt = elapsed();
  let quietFrames = 0;
  const observer = new MutationObserver(() => (quietFrames = 0));
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  while (quietFrames < 10 && elapsed() - startedAt < 2_000) {
    await new Promise((resolve) => timer(() => frame(resolve), 25));
    quietFrames = document.querySelector(loading) === null ? quietFrames + 1 : 0;
  }
  observer.disconnect();
}
