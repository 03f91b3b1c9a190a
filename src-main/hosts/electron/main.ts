import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { app, BrowserWindow, dialog, Menu, nativeTheme } from 'electron';
import { createCore, type Core } from '#main/core/create-core.ts';
import { routeIn, routeOf } from '#main/hosts/deep-link.ts';
import { demoOf } from '#main/hosts/demo.ts';
import { foldersOf } from '#main/hosts/machine.ts';
import { menuOf } from '#main/hosts/menu.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { placementBeside, savedPlacements, readPlacements } from '#main/hosts/window-placement.ts';
import { Failure } from '#shared/errors.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { restrictWebContents } from './guard.ts';
import { declarePageScheme, pageOrigin, servePage } from './page-scheme.ts';
import { electronPorts } from './ports.ts';
import { openWindow, placementOf, showRoute, type WindowOptions } from './window.ts';

const paths = buildPathsOf(import.meta.url);
const folder = app.commandLine.getSwitchValue('data');
const data = folder === '' ? undefined : resolve(folder);
const browserData = join(foldersOf(data).data, 'window');

const placementFile = join(browserData, 'place.json');

/** The route of a link that came before there was a window. */
let firstRoute = routeIn(process.argv);
let core: Core | undefined;
const windows: WindowOptions = {
  preload: paths.preload,
  placements: savedPlacements(placementFile, placementOf),
  onWire: (wire, profileId) => core?.attach(wire, profileId),
};

mkdirSync(browserData, { recursive: true, mode: 0o700 });
// The lock of the single instance lies in this folder too, so it goes with the data.
app.setPath('userData', browserData);
app.enableSandbox();
declarePageScheme();

if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient('reeve');
  app.on('second-instance', (_event, argv) => show(routeIn(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(routeOf(link));
  });
  app.on('activate', () => show(undefined));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('before-quit', () => windows.placements.ending());
  app.on('will-quit', closeCore);
  // Never awaited at the top level: an ESM main that does is never told that the app is ready.
  app.whenReady().then(start).catch(giveUp);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const started = await createCore(electronPorts(paths, data));
  core = started;
  const demo = demoOf(process.env);
  // With a closed vault there is no place for a profile; the window asks for the vault first.
  if (demo !== undefined) await started.addDemo(demo).catch(() => undefined);
  nativeTheme.themeSource = started.preferences().theme;
  restrictWebContents((url) => openBeside(url.slice(pageOrigin.length)));
  servePage(paths.page, () => started.preferences());
  const menu = menuOf({ isMac: process.platform === 'darwin', newWindow: () => openBeside() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  show(firstRoute);
}

/** Come to the front, with the windows of the last time if there is none; `route`: where the link goes. */
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

/** Another window, beside the one in front; without an address it shows the same. */
function openBeside(address?: string): void {
  const window = front();
  if (window === undefined) return show(undefined);
  const place = placementOf(window);
  openWindow(windows, placementBeside(place, address ?? place.address));
}

function front(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
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

function giveUp(error: unknown): void {
  const failure = Failure.from(error);
  const { folderBusy, notStarted } = hosts.terminal;
  const isBusy = failure.reason === 'folder-busy';
  dialog.showErrorBox(hosts.door.title, (isBusy ? folderBusy : notStarted)(failure.message));
  app.exit(isBusy ? 3 : 1);
}
