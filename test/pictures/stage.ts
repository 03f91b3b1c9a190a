import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { createCore } from '#main/core/create-core.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { startPageServer } from '#main/hosts/node/page-server.ts';
import { minutes, seconds } from '#shared/time.ts';
import { findChromium, quietArguments } from '../../build/scripts/chromium.ts';
import { networkTo, type Network } from '../e2e/network.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { simulatedTime } from '../helpers/simulated-time.ts';
import { attach, type ReeveClient } from '../helpers/window.ts';
import { parseOptions } from '../platform/options.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { makeRepeatable } from './repeatable.ts';

/** The demo after its first half hour, and a window that shows it. */
export interface Stage {
  platform: Platform;
  /** The connection from Reeve to the platform. */
  network: Network;
  client: ReeveClient;
  window: Page;
  now: () => number;
  /** Let simulated time pass for the platform, the core and the window. */
  pass: (ms: number) => Promise<void>;
  /** Let simulated time pass in steps until `isSo` returns true. Fails: after an hour. */
  passUntil: (isSo: () => Promise<boolean>, stepMs?: number) => Promise<void>;
  close: () => Promise<void>;
}

interface StageOptions {
  /** The folder for the stored data. Default: a temporary folder that `close` deletes. */
  folder?: string | undefined;
  /** For a folder with the data of an earlier stage: the clock is stopped at this time, and nothing syncs by itself. */
  stoppedMs?: number | undefined;
}

/** A Monday morning. */
const startMs = Date.UTC(2026, 10, 23, 9);
/** The simulated platform as `npm start` starts it. */
const demo = ['--moving', '--probes', 'import', '--seed', '1'];
/** The window shows the address of the instance. */
const port = 4040;

/**
 * Starts the demo with a fixed seed in simulated time, so that every run shows the same, and waits until it is set up and
 * half an hour has passed. Fails: if the port is in use.
 */
export async function startStage({ folder: kept, stoppedMs }: StageOptions = {}): Promise<Stage> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'reeve-pictures-'));
  const isStopped = stoppedMs !== undefined;
  const platform = await createPlatform({ ...parseOptions(demo), atMs: startMs });
  const network = await networkTo(platform.url, port);
  // The addresses of pages on the platform, which the window shows
  platform.world.url = network.url;
  const clock = simulatedTime((now) => platform.clock.set(now), stoppedMs ?? startMs);
  makeRepeatable(clock);
  const secrets = fakeSecrets({ file: join(folder, 'secrets.json') });
  const ports = { ...fakePorts(folder, { secrets }), clock };
  const { page, version } = buildPathsOf(pathToFileURL(resolve('out/main/node.js')).href);
  const core = await createCore({ ...ports, about: { ...ports.about, version } }, { isAutomatic: !isStopped });
  if (!isStopped) await core.addDemo({ url: network.url, token: platform.tokens.admin, exports: platform.exports });
  const server = await startPageServer({
    port: 0,
    page,
    preferences: () => core.preferences(),
    download: async () => false,
    onWire: (wire, profileId) => core.attach(wire, profileId),
  });
  const client = attach(core);
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: quietArguments,
  });
  const window = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });

  async function pass(ms: number): Promise<void> {
    await clock.advance(ms);
    if (isStopped) clock.setAhead(-ms);
    await window.clock.setFixedTime(clock.now());
  }
  async function passUntil(isSo: () => Promise<boolean>, stepMs = seconds(1)): Promise<void> {
    for (let passedMs = 0; !(await isSo()); passedMs += stepMs) {
      await pass(stepMs);
      if (passedMs > minutes(60)) throw new Error(`not true within an hour: ${isSo.toString()}`);
      await pause(5);
    }
  }

  if (!isStopped) {
    await passUntil(async () => (await client.setup.get()).state === 'done');
    await pass(startMs + minutes(30) - clock.now());
  }
  await window.goto(server.url);
  await passUntil(() => window.locator('h1').isVisible());
  return {
    ...{ platform, network, client, window, now: () => clock.now(), pass, passUntil },
    async close() {
      await browser.close();
      await server.close();
      await core.close();
      clock.end();
      await network.close();
      await platform.close();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
