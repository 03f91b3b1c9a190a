/** Functions that a page runs. Each is sent as source text, so it can't use anything outside of itself. */

/**
 * Type words key by key into the filter field. Returns for each key the time until the last row was added or removed, in ms. A
 * key that changes no row counts as 0. Changes of text are ignored, because ages change all the time.
 */
export async function keysToRowsMs(words: string[]): Promise<number[]> {
  const settledMs = 600;
  const field = document.querySelector<HTMLInputElement>('[role=toolbar] input[type=text]');
  const table = document.querySelector('[role=grid]');
  if (field === null || table === null) throw new Error('no field to type into');
  const texts = words.flatMap((word) => [...[...word].map((_, at) => word.slice(0, at + 1)), '']);
  const all: number[] = [];
  for (const text of texts) {
    const startedAt = performance.now();
    let changedAt = startedAt;
    const seen = new MutationObserver(() => (changedAt = performance.now()));
    seen.observe(table, { subtree: true, childList: true });
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, settledMs));
    seen.disconnect();
    all.push(changedAt - startedAt);
  }
  return all;
}

/** Scroll the table row by row. Returns the times between two frames, in ms. */
export async function framesWhileReadingMs(frames: number): Promise<number[]> {
  const grid = document.querySelector<HTMLElement>('[role=grid]');
  const scroller = [grid, ...(grid?.querySelectorAll<HTMLElement>('*') ?? []), grid?.parentElement].find(
    (one) => one !== null && one !== undefined && one.scrollHeight > one.clientHeight * 2,
  );
  if (scroller === null || scroller === undefined) throw new Error('nothing to scroll');
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const all: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    scroller.scrollTop += 40;
    const now = await nextFrame();
    all.push(now - before);
    before = now;
  }
  return all;
}

/** The scripts that were loaded so far, with their decompressed sizes. */
export function loadedScripts(): { file: string; bytes: number }[] {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return loaded
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name, decodedBodySize }) => ({ file: name.slice(name.lastIndexOf('/') + 1), bytes: decodedBodySize }));
}

/** Whether at least this many rows show a name. */
export function hasNames(least: number): boolean {
  return document.querySelectorAll('[role=row][aria-busy=false]').length >= least;
}

/** Click a link. Returns the time until the last element of the page was added or removed, in ms. */
export async function clickToLastChangeMs(selector: string): Promise<number> {
  const settledMs = 600;
  const link = document.querySelector<HTMLElement>(selector);
  const main = document.querySelector('main');
  if (link === null || main === null) throw new Error(`no ${selector}`);
  const startedAt = performance.now();
  let changedAt = startedAt;
  const seen = new MutationObserver(() => (changedAt = performance.now()));
  seen.observe(main, { subtree: true, childList: true });
  link.click();
  while (performance.now() < Math.max(changedAt, startedAt) + settledMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  seen.disconnect();
  return changedAt - startedAt;
}

/** Open an address and scroll to its end and back. Returns the times between two frames, in ms. */
export async function framesMs(path: string): Promise<number[]> {
  const openedFrames = 90;
  const scrolledFrames = 240;
  const all: number[] = [];
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  let before = await nextFrame();
  const frame = async (): Promise<void> => {
    const now = await nextFrame();
    all.push(now - before);
    before = now;
  };
  location.hash = `#${path}`;
  for (let at = 0; at < openedFrames; at++) await frame();
  const scrollers = [...document.querySelectorAll<HTMLElement>('main *')].filter(
    (one) => one.clientHeight > 100 && one.scrollHeight > one.clientHeight * 2,
  );
  const scroller = scrollers.sort((a, b) => b.scrollHeight - a.scrollHeight)[0];
  if (scroller === undefined) throw new Error('nothing to scroll');
  for (let at = 0; at < scrolledFrames; at++) {
    scroller.scrollTop += at < scrolledFrames / 2 ? 300 : -300;
    await frame();
  }
  return all;
}
