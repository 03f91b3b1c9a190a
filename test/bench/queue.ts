import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { socketWire } from '#main/hosts/node/wire.ts';
import { contract } from '#shared/contract/index.ts';
import { membersOf } from '#shared/contract/kit.ts';
import { createClient } from '#shared/link/client.ts';
import { startHost, startPlatform, type HostOptions } from '../e2e/host.ts';
import type { ReeveClient } from '../helpers/window.ts';
import { contextOf, usersLink } from './browser.ts';
import type { Samples } from './figures.ts';
import { framesWhileReadingMs, hasNames } from './in-page.ts';
import { percentiles } from './statistics.ts';

const jobs = 500;
const frames = 200;
const stillMs = 3_000;

/** A window that reads users while 500 jobs are queued and run: its frames, and how much it receives while the user does nothing. */
export async function queueSamples(browser: Browser, data: HostOptions): Promise<Samples> {
  // A slow platform, so that the queue is not empty before the last frame
  const platform = await startPlatform(['--users', '3000', '--projects', String(jobs), '--latency', '200']);
  const host = await startHost({ ...data, demo: platform, link: usersLink(platform.url) });
  const context = await contextOf(browser);
  try {
    const page = await context.newPage();
    const received = receivedBy(page);
    await page.goto(host.url);
    const { client, close } = await openClient(page);
    const { id } = await client.jobs.sync({ collection: 'users' });
    await ended(client, id);
    await page.waitForFunction(hasNames, 10);
    const frameP95 = async (): Promise<number> => percentiles(await page.evaluate(framesWhileReadingMs, frames)).p95;
    const without = await frameP95();
    const startedAt = performance.now();
    for (let at = 1; at <= jobs; at++) await client.jobs.sync({ collection: 'webhooks', scope: `project:${at}` });
    await sleep(stillMs);
    const traffic = busiestSecond(received.filter(({ at }) => at >= startedAt));
    const during = await frameP95();
    const { jobs: all } = await client.jobs.list();
    if (!all.some(({ state }) => state === 'queued')) throw new Error('the queue was empty before the last frame');
    close();
    return { queuedFrameP95: { ours: during, against: without }, queuedTraffic: { ours: traffic / 1_000 } };
  } finally {
    await context.close();
    await platform.stop();
    await host.stop();
  }
}

interface Message {
  at: number;
  bytes: number;
}

function receivedBy(page: Page): Message[] {
  const all: Message[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      all.push({ at: performance.now(), bytes: Buffer.byteLength(payload) });
    });
  });
  return all;
}

function busiestSecond(messages: readonly Message[]): number {
  const from = ({ at: start }: Message): number =>
    messages.reduce((sum, { at, bytes }) => sum + (at >= start && at < start + 1_000 ? bytes : 0), 0);
  return Math.max(0, ...messages.map(from));
}

/** A second connection to the host of a page, as another tab of the same browser has. */
async function openClient(page: Page): Promise<{ client: ReeveClient; close: () => void }> {
  await page.waitForFunction(() => localStorage.getItem('reeve-key') !== null);
  const key = await page.evaluate(() => localStorage.getItem('reeve-key') ?? '');
  const { origin, host } = new URL(page.url());
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`ws://${host}/wire`, ['reeve', key], { headers: { cookie, origin } });
  const client = createClient(membersOf(contract), socketWire(socket));
  await once(socket, 'open');
  return { client, close: () => socket.close() };
}

async function ended(client: ReeveClient, id: string): Promise<void> {
  for (;;) {
    const job = (await client.jobs.list()).jobs.find((one) => one.id === id);
    if (job?.state === 'done') return;
    if (job?.state === 'failed') throw new Error('the sync of the users failed');
    await sleep(50);
  }
}
