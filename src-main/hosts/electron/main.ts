import { join, resolve } from 'node:path';
import process from 'node:process';
import { app, BrowserWindow, dialog, Menu, nativeTheme } from 'electron';
import { createCore, type Core } from '#main/core/create-core.ts';
import { routeIn, routeOf } from '#main/hosts/deep-link.ts';
import { demoOf } from '#main/hosts/demo.ts';
import { foldersOf, writableFolder } from '#main/hosts/machine.ts';
import { menuOf } from '#main/hosts/menu.ts';
import { quitQuestion } from '#main/hosts/quit-question.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { startFailure } from '#main/hosts/start-failure.ts';
import { placementBeside, savedPlacements, readPlacements } from '#main/hosts/window-placement.ts';
import { restrictWebContents } from './guard.ts';
import { declarePageScheme, pageOrigin, servePage } from './page-scheme.ts';
import { electronPorts } from './ports.ts';
import { openWindow, placementOf, showRoute, type WindowOptions } from './window.ts';

const paths = buildPathsOf(import.meta.url);
const folder = app.commandLine.getSwitchValue('data');
const data = folder === '' ? undefined : resolve(folder);
const browserData = writableFolder(join(foldersOf(data).data, 'window'));

const placementFile = join(browserData, 'place.json');

/** The route of a link that was opened before the first window. */
let firstRoute = routeIn(process.argv);
let core: Core | undefined;
const windows: WindowOptions = {
  preload: paths.preload,
  placements: savedPlacements(placementFile, placementOf),
  onWire: (wire, profileId) => core?.attach(wire, profileId),
};

// This folder also has the lock of the single instance, so that there is one instance per data folder.
app.setPath('userData', browserData);
app.enableSandbox();
declarePageScheme();
// With remote debugging, every program of this machine could control the window
const debugging = app.isPackaged ? ['remote-debugging-port', 'remote-debugging-pipe'] : [];
for (const name of debugging) app.commandLine.removeSwitch(name);

if (app.requestSingleInstanceLock()) {
  // On Windows, everything after `--` is an argument, so that a link can't contain a switch such as `--data`
  app.setAsDefaultProtocolClient('reeve', process.execPath, ['--']);
  app.on('second-instance', (_event, argv) => show(routeIn(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(routeOf(link));
  });
  app.on('activate', () => show(undefined));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && core?.preferences().hasTray !== true) app.quit();
  });
  app.on('before-quit', askBeforeQuit);
  app.on('will-quit', closeCore);
  // Not awaited at the top level: Electron emits `ready` only after the main module was loaded.
  app.whenReady().then(start).catch(showStartFailure);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const ports = electronPorts(paths, data, () => show(undefined));
  const started = await createCore(ports, { isAutomatic: !app.commandLine.hasSwitch('no-auto-sync') });
  core = started;
  const demo = demoOf(process.env);
  // Without an open vault the profile can't be stored; it is added as soon as the vault is open.
  if (demo !== undefined) await started.addDemo(demo).catch(() => undefined);
  nativeTheme.themeSource = started.preferences().theme;
  restrictWebContents((url) => openBeside(url.slice(pageOrigin.length)));
  servePage(paths.page, () => started.preferences());
  const menu = menuOf({ isMac: process.platform === 'darwin', newWindow: () => openBeside() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  show(firstRoute);
}

/** Bring a window to the front, or open the windows of the last run if there is none. `route`: of a deep link. */
function show(route: string | undefined): void {
  if (core === undefined) {
    firstRoute = route ?? firstRoute;
    return;
  }
  let window = front();
  if (window === undefined) {
    const [first, ...others] = readPlacements(placementFile);
    for (const place of others) openWindow(windows, place);
    window = openWindow(windows, first);
  } else {
    if (window.isMinimized()) window.restore();
    window.focus();
  }
  if (route !== undefined) showRoute(window, route);
}

/** Open another window with an offset from the one in front. Without an address it shows the same page. */
function openBeside(address?: string): void {
  const window = front();
  if (window === undefined) return show(undefined);
  const place = placementOf(window);
  openWindow(windows, placementBeside(place, address ?? place.address));
}

function front(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}

/** Quitting must not cut off a job without a question. Later events of the same quit find no core. */
function askBeforeQuit(event: { preventDefault(): void }): void {
  const question = quitQuestion(core?.cutOffByQuit());
  if (question === null || dialog.showMessageBoxSync(question) === 0) return windows.placements.ending();
  event.preventDefault();
  show(undefined);
}

function closeCore(event: { preventDefault(): void }): void {
  if (core === undefined) return;
  event.preventDefault();
  const closing = core;
  core = undefined;
  closing.close().then(
    () => app.quit(),
    () => app.exit(1),
  );
}

function showStartFailure(error: unknown): void {
  const { title, text, exitCode } = startFailure(error);
  dialog.showErrorBox(title, text);
  app.exit(exitCode);
}
