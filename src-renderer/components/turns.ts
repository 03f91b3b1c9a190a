import { flushSync } from 'svelte';

/**
 * No further part is drawn in a frame after this time, in ms, so that no frame takes 50 ms. A part is never interrupted.
 */
const mostMs = 8;

/** Functions that draw parts of pages in a later frame, in the order of the calls of `onTurn`. */
const waiting = new Set<() => void>();
/** When the first part of this frame was drawn; null: none was. */
let firstAt: number | null = null;
let isAsked = false;

/** Whether this frame has time to draw one more part. */
export function isTurn(): boolean {
  firstAt ??= performance.now();
  askForFrame();
  return performance.now() - firstAt < mostMs;
}

/** Call `draw` in the next frame that has time for it. Returns a function that cancels it. */
export function onTurn(draw: () => void): () => void {
  waiting.add(draw);
  askForFrame();
  return () => void waiting.delete(draw);
}

function askForFrame(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(drawSome);
}

function drawSome(startedAt: number): void {
  isAsked = false;
  firstAt = startedAt;
  for (const draw of waiting) {
    waiting.delete(draw);
    flushSync(draw);
    if (performance.now() - startedAt >= mostMs) break;
  }
  if (waiting.size > 0) askForFrame();
  else firstAt = null;
}
