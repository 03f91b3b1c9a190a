import './require-node.js';
import { join, resolve } from 'node:path';
import process from 'node:process';
import envPaths from 'env-paths';
import { buildIfStale } from './build-if-stale.ts';
import { ChildEnded, endChildren, ended, firstLine, startChild } from './child.ts';
import { findChromium, sandboxArguments } from './chromium.ts';
import { electronProgram, fetchElectron, hasDisplay } from './electron-runtime.ts';
import { hostEnvironment, hostFlags } from './host-flags.ts';
import { parseStart, startUsage, type StartOptions } from './start-options.ts';

const readyWithinMs = 120_000;
const root = join(import.meta.dirname, '..', '..');
const startedIn = process.env['INIT_CWD'] ?? process.cwd();
/** Resolve a path of an option, relative to the folder in which npm was called. */
const fromHere = (path: string | undefined): string | undefined => path && resolve(startedIn, path);

/** Print to stderr. Only the line with the address is printed to stdout, so that a program can read it. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void endChildren().then(() => process.exit(0)));
}

/** Start the simulated platform. Returns the environment variables with which the host finds it. */
async function startDemo(dialect: StartOptions['demoDialect']): Promise<NodeJS.ProcessEnv> {
  const platform = startChild(process.execPath, [
    join(root, 'test', 'platform', 'main.ts'),
    '--moving',
    ...['--probes', 'import'],
    ...['--dialect', dialect],
  ]);
  const started = (await firstLine(platform, 'The demo platform', readyWithinMs)) as {
    url: string;
    tokens: { admin: string };
    exports: unknown;
  };
  return {
    REEVE_DEMO_URL: started.url,
    REEVE_DEMO_TOKEN: started.tokens.admin,
    REEVE_DEMO_DIALECT: dialect,
    REEVE_DEMO_EXPORTS: JSON.stringify(started.exports),
  };
}

/** The program of Electron; undefined, with a printed reason, if its windows can't be shown. */
function findElectron({ host, open }: StartOptions): string | undefined {
  if (host === 'node' || !open) return undefined;
  if (!hasDisplay()) {
    say('No display found. Reeve is served to a browser instead of opening a window.');
    return undefined;
  }
  const found = electronProgram();
  if (found !== undefined) return found;
  say('The Electron runtime isn’t installed. Trying to download it.');
  const fetched = fetchElectron();
  if (fetched === undefined) {
    say('Couldn’t download Electron. Reeve opens in a browser window. To try again, run npx install-electron.');
  }
  return fetched;
}

async function runElectron(
  program: string,
  { data, link, autoSync }: StartOptions,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const folder = data === undefined ? [] : [`--data=${data}`];
  if (!autoSync) folder.push('--no-auto-sync');
  return ended(
    startChild(program, [...sandboxArguments, root, ...folder, ...(link === undefined ? [] : [link])], { env }),
  );
}

/** The command line of the node host, with the options that a start and diagnostics share. */
function nodeArguments({ data, passphraseFd, passphraseFile }: StartOptions): string[] {
  const args = [...hostFlags, join(root, 'out', 'main', 'node.js')];
  if (data !== undefined) args.push('--data', data);
  if (passphraseFd !== undefined) args.push('--passphrase-fd', String(passphraseFd));
  if (passphraseFile !== undefined) args.push('--passphrase-file', passphraseFile);
  return args;
}

/** Save diagnostics with the node host, which prints what is in them and ends. */
async function saveDiagnostics(options: StartOptions, file: string): Promise<number> {
  const host = startChild(process.execPath, [...nodeArguments(options), '--diagnostics', file], {
    fd: options.passphraseFd,
  });
  host.stdout?.pipe(process.stdout);
  return ended(host);
}

async function runNode(options: StartOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const { data, port, passphraseFd, link, open, autoSync } = options;
  const args = nodeArguments(options);
  if (port !== undefined) args.push('--port', port);
  if (link !== undefined) args.push('--link', link);
  if (!autoSync) args.push('--no-auto-sync');
  const host = startChild(process.execPath, args, { env: { ...hostEnvironment, ...env }, fd: passphraseFd });
  const { url } = (await firstLine(host, 'Reeve', readyWithinMs)) as { url: string };
  process.stdout.write(open ? `Reeve is ready: ${url}\n` : `${JSON.stringify({ url })}\n`);
  const chromium = findChromium();
  if (!open || !hasDisplay() || chromium === undefined) return ended(host);
  const profile = join(data ?? envPaths('Reeve', { suffix: '' }).data, 'browser');
  // Without a separate profile, Chromium opens the page in an instance that is already running.
  const browser = startChild(chromium, [
    ...sandboxArguments,
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
  ]);
  const [hostCode, browserCode] = [ended(host), ended(browser)];
  const isHostFirst = await Promise.race([hostCode.then(() => true), browserCode.then(() => false)]);
  // The window shows why Reeve ended, until a person closes it
  if (isHostFirst && (await hostCode) !== 0) await browserCode;
  // Closing the window ends Reeve. If the browser could not start, Reeve keeps running, because the address still works.
  return !isHostFirst && (await browserCode) === 0 ? 0 : hostCode;
}

async function run(): Promise<number> {
  const parsed = parseStart(process.argv.slice(2));
  if (parsed.help) {
    process.stdout.write(`${startUsage}\n`);
    return 0;
  }
  const options = { ...parsed, data: fromHere(parsed.data), passphraseFile: fromHere(parsed.passphraseFile) };
  process.chdir(root);
  const diagnostics = fromHere(parsed.diagnostics);
  if (diagnostics !== undefined) {
    buildIfStale();
    return saveDiagnostics(options, diagnostics);
  }
  const electron = findElectron(options);
  if (options.host === 'electron' && electron === undefined) return 1;
  buildIfStale();
  const env = options.demo ? await startDemo(options.demoDialect) : {};
  return electron === undefined ? runNode(options, env) : runElectron(electron, options, env);
}

let code: number;
try {
  code = await run();
} catch (error) {
  // A child that ended has printed the reason.
  code = error instanceof ChildEnded ? error.code : 1;
  if (!(error instanceof ChildEnded)) say(`Reeve couldn’t start: ${(error as Error).message}\n\n${startUsage}`);
}
await endChildren();
process.exit(code);
