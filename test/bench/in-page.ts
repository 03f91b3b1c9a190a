/** Functions that a page runs; each is sent as its text, so that it uses nothing from outside of itself. */

/**
 * Type words key by key into the filter field. Answers for each key how long until the last row came or went, in ms; a
 * key that changes no row counts as nothing. Text that changes in place is not looked at: ages do so all the time.
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

/** Scroll the table row by row, as one reads. Answers the time between two frames, in ms. */
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

/** Bytes of the scripts that have been loaded so far, unpacked. */
export function scriptBytes(): number {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return loaded
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
}

/** Rows that show a name. */
export function hasNames(least: number): boolean {
  return document.querySelectorAll('[role=row][aria-busy=false]').length >= least;
}
