import process from 'node:process';
import { createCore, type Core, type EndCause } from '#main/core/create-core.ts';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import type { demoOf } from '#main/hosts/demo.ts';
import { aboutOf, writableFolder, type Machine } from '#main/hosts/machine.ts';
import type { BuildPaths } from '#main/hosts/build-paths.ts';
import { keychain } from '#main/hosts/secrets.ts';
import { startPageServer } from './page-server.ts';
import { createDownloads } from './downloads.ts';

export interface HostParts {
  /** 0: any free port. */
  port: number;
  machine: Machine;
  /** Undefined: the keys are read from the keychain. */
  passphrase: string | undefined;
  /** A link (`reeve://…`) that the window opens first. */
  link?: string | undefined;
  demo: ReturnType<typeof demoOf>;
  /** Whether instances are set up and kept fresh without a person's request. */
  isAutomatic: boolean;
  paths: Pick<BuildPaths, 'workers' | 'built' | 'page' | 'version'>;
  desktop: Pick<Ports, 'opener' | 'notifier'>;
}

export interface ServedHost {
  /** The start address for the browser; its token works once. */
  url: string;
  /** Call it once. The windows show the cause. */
  close: (cause: EndCause) => Promise<void>;
}

/**
 * Starts the core and serves its window to one browser.
 * Fails: `folder-busy`; `passphrase-wrong`; with the error of Node if the port is in use.
 */
export async function serveHost({ machine, paths, demo, ...parts }: HostParts): Promise<ServedHost> {
  const { log } = machine;
  const downloads = createDownloads(writableFolder(machine.paths.data));
  const ports: Ports = {
    ...machine,
    ...parts.desktop,
    secrets: keychain(),
    exports: downloads.exports,
    workers: paths.workers,
    built: paths.built,
    about: aboutOf('node', paths.version),
  };
  const core = await createCore(ports, { isAutomatic: parts.isAutomatic });
  try {
    if (parts.passphrase !== undefined) await core.unlock(parts.passphrase);
    if (demo !== undefined) await addDemo(core, demo, log);
    const server = await startPageServer({
      ...{ port: parts.port, page: paths.page, link: parts.link },
      preferences: () => core.preferences(),
      download: downloads.serve,
      onWire: (wire, profileId) => core.attach(wire, profileId),
    });
    log.info('started', { ...ports.about });
    return {
      url: server.url,
      close: async (cause) => {
        core.announceEnd(cause);
        await server.close();
        downloads.close();
        await core.close();
        log.info('ended', { cause });
      },
    };
  } catch (error) {
    await core.close();
    throw error;
  }
}

async function addDemo(core: Core, demo: NonNullable<HostParts['demo']>, log: Ports['log']): Promise<void> {
  try {
    await core.addDemo(demo);
  } catch (error) {
    log.warn('no demo profile', failed(error));
    process.stderr.write(`${hosts.terminal.stillLocked}\n`);
  }
}
