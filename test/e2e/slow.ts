import process from 'node:process';
import type { Page, WebSocketRoute } from '@playwright/test';

/** `REEVE_SLOW=6`: the window has a sixth of this machine, as on a busy one. */
const timesSlower = Number(process.env['REEVE_SLOW'] ?? 1);
/** `REEVE_LAG=200`: what window and core tell each other takes this long, each way. */
const lagMs = Number(process.env['REEVE_LAG'] ?? 0);

/** Find races: the window as slow, and its core as far away, as the environment says. Nothing by default. */
export async function slowDown(page: Page): Promise<void> {
  if (timesSlower > 1) {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  }
  if (lagMs > 0) await page.routeWebSocket(/\/wire$/, delay);
}

/** Timers of one length end in the order in which they began, so messages keep theirs. */
function delay(window: WebSocketRoute): void {
  const core = window.connectToServer();
  window.onMessage((message) => void setTimeout(() => core.send(message), lagMs));
  core.onMessage((message) => void setTimeout(() => window.send(message), lagMs));
}
