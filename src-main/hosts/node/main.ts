import { closeSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createCore, type Core } from '#main/core/create-core.ts';
import type { Ports } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { demoOf } from '#main/hosts/demo.ts';
import { machinePorts } from '#main/hosts/machine.ts';
import { placesOf } from '#main/hosts/places.ts';
import { keychain } from '#main/hosts/secrets.ts';
import { desktopNotifier, desktopOpener } from './desktop.ts';
import { openDoor } from './door.ts';
import { createDownloads } from './downloads.ts';
import { parseOptions, type Options } from './options.ts';

const words = hosts.terminal;
const exits = { failed: 1, usage: 2, folderBusy: 3, locked: 4 } as const;

function end(code: number, sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    return end(exits.usage, words.usage((error as Error).message));
  }
}

/** The passphrase from the descriptor or the file, without the final newline; undefined: neither option was given. */
function readPassphrase({ passphraseFd: fd, passphraseFile: file }: Options): string | undefined {
  const from = fd ?? file;
  if (from === undefined) return undefined;
  try {
    const text = readFileSync(from, 'utf8');
    if (fd !== undefined) closeSync(fd);
    return text.replace(/\r?\n$/, '');
  } catch (error) {
    const { message } = error as Error;
    return end(exits.usage, fd === undefined ? words.noPassphraseFile(message) : words.noPassphraseFd(fd, message));
  }
}

async function run(options: Options): Promise<void> {
  // Before the folder is locked, so that a wrong option leaves nothing behind
  const passphrase = readPassphrase(options);
  const places = placesOf(import.meta.url);
  const machine = machinePorts(options.data === undefined ? undefined : resolve(options.data));
  const { log } = machine;
  const downloads = createDownloads(machine.paths.data);
  const ports: Ports = {
    ...machine,
    secrets: keychain(),
    exports: downloads.exports,
    opener: desktopOpener,
    notifier: desktopNotifier,
    workers: places.workers,
    about: { host: 'node', version: places.version, platform: `${process.platform} ${process.arch}` },
  };
  const core = await createCore(ports);
  try {
    await prepare(core, passphrase, log);
    const door = await openDoor({
      port: options.port,
      page: places.page,
      preferences: () => core.preferences(),
      download: downloads.serve,
      onWire: (wire) => core.attach(wire),
    });
    endOnSignal(async () => {
      await door.close();
      downloads.close();
      await core.close();
      log.info('ended');
    });
    log.info('started', { ...ports.about });
    process.stdout.write(`${JSON.stringify({ url: door.url })}\n`);
  } catch (error) {
    await core.close();
    throw error;
  }
}

async function prepare(core: Core, passphrase: string | undefined, log: Ports['log']): Promise<void> {
  if (passphrase !== undefined) await core.unlock(passphrase);
  const demo = demoOf(process.env);
  if (demo === undefined) return;
  try {
    await core.addDemo(demo);
  } catch (error) {
    const { code, reason } = Failure.from(error);
    log.warn('no demo profile', { code, reason });
    process.stderr.write(`${words.stillLocked}\n`);
  }
}

function endOnSignal(close: () => Promise<void>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      close().then(
        () => process.exit(0),
        (error: unknown) => end(exits.failed, words.notEnded(Failure.from(error).message)),
      );
    });
  }
}

run(readOptions()).catch((error: unknown) => {
  const failure = Failure.from(error);
  if (failure.reason === 'folder-busy') end(exits.folderBusy, words.folderBusy(failure.message));
  if (failure.reason === 'passphrase-wrong') end(exits.locked, words.wrongPassphrase);
  end(exits.failed, words.notStarted(failure.message));
});
