import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Ports } from '#main/ports.ts';
import type { Wire } from '#shared/link/wire.ts';
import { fakeDesktop, type Desktop } from './fake-electron.ts';

/** What the pages and the core of the host see. Reset before each test. */
export const world = {
  fake: fakeDesktop(),
  wires: [] as Wire[],
  /** The profile that the page of each wire names. */
  shown: [] as (string | null)[],
  closed: 0,
  /** Why Reeve ended, as the windows were told. */
  told: [] as string[],
  isBusy: false,
  isBroken: false,
  cutOff: [] as string[],
  hasTray: false,
  ports: undefined as Ports | undefined,
  options: undefined as { isAutomatic?: boolean } | undefined,
};
/** The data folder. */
export let data: string;

/** Set up the host for each test of a file. */
export function useHost(): void {
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'reeve-electron-'));
    mkdirSync(join(data, 'page'));
    writeFileSync(join(data, 'page', 'index.html'), '<html lang="en"></html>');
    Object.assign(world, {
      wires: [],
      shown: [],
      closed: 0,
      told: [],
      isBusy: false,
      isBroken: false,
      cutOff: [],
      hasTray: false,
      ports: undefined,
    });
    freshDesktop();
    vi.doMock('#main/core/create-core.ts', () => ({
      createCore: async (ports: Ports, options: { isAutomatic?: boolean }) => {
        Object.assign(world, { ports, options });
        // The modules of the host were loaded again, so `Failure` is another class than an import in this file
        const { Failure } = await import('#shared/errors.ts');
        if (world.isBroken) throw new Error('no such table');
        if (world.isBusy) throw new Failure('conflict', 'it is in use by node (process 7)', { reason: 'folder-busy' });
        return {
          attach: (wire: Wire, profileId: string | null) => void (world.wires.push(wire), world.shown.push(profileId)),
          preferences: () => ({ theme: 'dark', density: 'default', hasTray: world.hasTray }),
          cutOffByQuit: () => ({ jobs: world.cutOff, isSessionOnly: false }),
          addDemo: async () => undefined,
          unlock: async () => undefined,
          announceEnd: (cause: string) => void world.told.push(cause),
          close: () => {
            world.closed++;
            return new Promise((resolve) => setImmediate(resolve));
          },
        };
      },
    }));
    vi.doMock('#main/hosts/build-paths.ts', () => ({
      buildPathsOf: () => ({
        workers: {
          store: new URL('file:///store'),
          read: new URL('file:///read'),
          decode: new URL('file:///decode'),
          parse: new URL('file:///parse'),
        },
        page: join(data, 'page'),
        preload: '/preload.cjs',
        version: '0.0.0',
      }),
    }));
  });
  beforeEach(() => (listenersBefore = process.listeners('uncaughtException')));
  afterEach(() => {
    for (const listener of ownListeners()) {
      process.off('uncaughtException', listener);
      process.off('unhandledRejection', listener);
    }
  });
  afterEach(() => rmSync(data, { recursive: true }));
  afterEach(() => (process.argv = argv));
}

/** The listeners of the test runner for failures. */
let listenersBefore: NodeJS.UncaughtExceptionListener[] = [];

function ownListeners(): NodeJS.UncaughtExceptionListener[] {
  return process.listeners('uncaughtException').filter((listener) => !listenersBefore.includes(listener));
}

/** Report a failure that no code handles to the host, but not to the test runner. */
export function throwUnhandled(thrown: unknown): void {
  for (const listener of ownListeners()) listener(thrown as Error, 'uncaughtException');
}

/** Loads the modules of the host again, as a new process of Electron does, with the same data folder. */
export function freshDesktop(): void {
  world.fake = fakeDesktop();
  world.fake.desktop.switches['data'] = data;
  vi.resetModules();
  vi.doMock('electron', () => world.fake.electron);
}

export const { argv } = process;

/** Load the host as Electron would; resolves although the app is not ready, or the host has a deadlock. */
export async function load(): Promise<Desktop> {
  await import('#main/hosts/electron/main.ts');
  return world.fake.desktop;
}

export async function started() {
  const desktop = await load();
  desktop.becomeReady();
  await expect.poll(() => desktop.windows.length).toBe(1);
  const [window] = desktop.windows;
  if (window === undefined) throw new Error('no window');
  return { desktop, window };
}
