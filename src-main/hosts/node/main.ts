import { closeSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import type { EndCause } from '#main/core/create-core.ts';
import { Failure } from '#shared/errors.ts';
import { diagnostics } from '#shared/text/en/diagnostics.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { demoOf } from '#main/hosts/demo.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { endOnFailure } from '#main/hosts/end-on-failure.ts';
import { failureMessage } from '#main/hosts/failure-message.ts';
import { machinePorts } from '#main/hosts/machine.ts';
import { desktopNotifier, desktopOpener } from './desktop.ts';
import { saveDiagnostics } from './diagnostics.ts';
import { parseOptions, type Options } from './options.ts';
import { serveHost, type ServedHost } from './serve.ts';

const words = hosts.terminal;
const diagnosticsWords = diagnostics.terminal;
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

const options = readOptions();
const machine = machinePorts(options.data === undefined ? undefined : resolve(options.data));
let host: ServedHost | undefined;
let closing: Promise<void> | undefined;
const fail = endOnFailure({ log: machine.log, close: () => close('failure'), exit: endAfterFailure });

function close(cause: EndCause): Promise<void> {
  // Also if a signal has already started to close the host
  if (cause === 'failure') process.exitCode = exits.failed;
  return (closing ??= host?.close(cause) ?? Promise.resolve());
}

async function run(): Promise<void> {
  // Before the folder is locked, so that nothing is written if an option is wrong
  const passphrase = readPassphrase(options);
  const paths = buildPathsOf(import.meta.url);
  if (options.diagnostics !== undefined) {
    const file = resolve(options.diagnostics);
    const lines = await saveDiagnostics({ file, machine, passphrase, paths }).catch(endWithoutDiagnostics);
    process.stdout.write(`${lines.join('\n')}\n`);
    return;
  }
  host = await serveHost({
    ...{ ...options, machine, passphrase, paths },
    demo: demoOf(process.env),
    desktop: { opener: desktopOpener, notifier: desktopNotifier },
  });
  endOnSignal();
  process.stdout.write(`${JSON.stringify({ url: host.url })}\n`);
}

function endAfterFailure(error: unknown): void {
  if (Failure.from(error).reason === 'passphrase-wrong') end(exits.locked, words.wrongPassphrase);
  const { text, exitCode } = failureMessage(error, host !== undefined, machine.paths);
  end(exitCode, text);
}

/** Diagnostics write nothing to the folder, so not even their failure is logged. */
function endWithoutDiagnostics(error: NodeJS.ErrnoException): never {
  if (Failure.from(error).reason === 'passphrase-wrong') end(exits.locked, words.wrongPassphrase);
  const isUsage = error.code === 'EEXIST';
  return end(isUsage ? exits.usage : exits.failed, diagnosticsWords.notSaved(error.message));
}

function endOnSignal(): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      close('quit').then(
        // A failure while closing says what happened, and ends the process
        () => process.exitCode ?? process.exit(),
        (error: unknown) => end(exits.failed, words.notEnded(Failure.from(error).message)),
      );
    });
  }
}

run().catch(fail);
