import { closeSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { Failure } from '#shared/errors.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { demoOf } from '#main/hosts/demo.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { startFailure } from '#main/hosts/start-failure.ts';
import { desktopNotifier, desktopOpener } from './desktop.ts';
import { parseOptions, type Options } from './options.ts';
import { serveHost } from './serve.ts';

const words = hosts.terminal;
const exits = { failed: 1, usage: 2, locked: 4 } as const;

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
  // Before the folder is locked, so that nothing is written if an option is wrong
  const passphrase = readPassphrase(options);
  const host = await serveHost({
    port: options.port,
    data: options.data === undefined ? undefined : resolve(options.data),
    passphrase,
    link: options.link,
    isAutomatic: options.isAutomatic,
    demo: demoOf(process.env),
    paths: buildPathsOf(import.meta.url),
    desktop: { opener: desktopOpener, notifier: desktopNotifier },
  });
  endOnSignal(host.close);
  process.stdout.write(`${JSON.stringify({ url: host.url })}\n`);
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
  if (Failure.from(error).reason === 'passphrase-wrong') end(exits.locked, words.wrongPassphrase);
  const { text, exitCode } = startFailure(error);
  end(exitCode, text);
});
