import process from 'node:process';
import type { Page, WebSocketRoute } from '@playwright/test';

/** `REEVE_SLOW=6`: the window gets a sixth of the CPU, as on a busy machine. */
const timesSlower = Number(process.env['REEVE_SLOW'] ?? 1);
/** `REEVE_LAG=200`: messages between window and core are delayed by this time in each direction. */
const lagMs = Number(process.env['REEVE_LAG'] ?? 0);

/** Find races: slow down the window and its connection to the core as the environment says. Default: no change. */
export async function slowDown(page: Page): Promise<void> {
  if (timesSlower > 1) {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower });
  }
  if (lagMs > 0) await page.routeWebSocket(/\/wire$/, delay);
}

/** Timers with the same delay fire in the order in which they were set, so messages keep their order. */
function delay(window: WebSocketRoute): void {
  const core = window.connectToServer();
  window.onMessage((message) => void setTimeout(() => core.send(message), lagMs));
  core.onMessage((message) => void setTimeout(() => window.send(message), lagMs));
}
