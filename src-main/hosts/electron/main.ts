import { join, resolve } from 'node:path';
import process from 'node:process';
import { app, BrowserWindow, dialog, Menu, nativeTheme, shell } from 'electron';
import { createCore } from '#main/core/create-core.ts';
import { routeIn, routeOf } from '#main/hosts/deep-link.ts';
import { demoOf } from '#main/hosts/demo.ts';
import { logFileOf, machinePorts, writableFolder } from '#main/hosts/machine.ts';
import { menuOf } from '#main/hosts/menu.ts';
import { coreToQuit } from '#main/hosts/quit.ts';
import { buildPathsOf } from '#main/hosts/build-paths.ts';
import { pageOrigin } from '#main/hosts/page.ts';
import { endOnFailure } from '#main/hosts/end-on-failure.ts';
import { failureMessage, refusedSwitches } from '#main/hosts/failure-message.ts';
import { windowFailures } from '#main/hosts/windows/failures.ts';
import { placementBeside, placementOf, savedPlacements, readPlacements } from '#main/hosts/windows/placement.ts';
import { restrictWebContents } from './guard.ts';
import { declarePageScheme, servePage } from './page-scheme.ts';
import { electronPorts } from './ports.ts';
import { openWindow, showRoute, type WindowOptions } from './window.ts';

const folder = app.commandLine.getSwitchValue('data');
const machine = machinePorts(folder === '' ? undefined : resolve(folder));
const running = coreToQuit({
  app,
  dialog,
  savePlacements: () => windows.placements.ending(),
  show: () => show(undefined),
});
// Before the rest of this module, whose errors Electron emits as uncaught exceptions
const fail = endOnFailure({
  log: machine.log,
  close: () => running.afterFailure(),
  exit: (error) => endWith(failureMessage(error, running.hasStarted(), machine.paths)),
});

const paths = buildPathsOf(import.meta.url);
const browserData = writableFolder(join(machine.paths.data, 'window'));
const placementFile = join(browserData, 'place.json');

/** The route of a link that was opened before the first window. */
let firstRoute = routeIn(process.argv);
const failures = windowFailures<BrowserWindow>({
  dialog,
  log: machine.log,
  now: () => machine.clock.monotonic(),
  windows: () => BrowserWindow.getAllWindows(),
  showLogs: () => shell.showItemInFolder(logFileOf(machine.paths)),
  close: (window) => {
    windows.placements.closing(window);
    window.destroy();
  },
  isEnding: () => running.isEnding(),
});
const windows: WindowOptions = {
  preload: paths.preload,
  placements: savedPlacements(placementFile, placementOf),
  onWire: (wire, profileId) => running.core()?.attach(wire, profileId),
  onOpened: (window) => failures.watch(window),
};

// This folder also has the lock of the single instance, so that there is one instance per data folder.
app.setPath('userData', browserData);
app.enableSandbox();
declarePageScheme();
// With remote debugging, every program of this machine could control the window. Chromium opens the port after this module.
const switches = ['remote-debugging-port', 'remote-debugging-pipe'].filter((name) => app.commandLine.hasSwitch(name));
if (app.isPackaged && switches.length > 0) {
  for (const name of switches) app.commandLine.removeSwitch(name);
  endWith(refusedSwitches(switches));
} else if (app.requestSingleInstanceLock()) {
  // On Windows, everything after `--` is an argument, so that a link can't contain a switch such as `--data`
  app.setAsDefaultProtocolClient('reeve', process.execPath, ['--']);
  app.on('second-instance', (_event, argv) => show(routeIn(argv)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    show(routeOf(link));
  });
  app.on('activate', () => show(undefined));
  app.on('child-process-gone', (_event, gone) => void failures.childGone(gone));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && running.core()?.preferences().hasTray !== true) app.quit();
  });
  app.on('before-quit', (event) => running.beforeQuit(event));
  app.on('will-quit', (event) => running.willQuit(event));
  // Not awaited at the top level: Electron emits `ready` only after the main module was loaded.
  app.whenReady().then(start).catch(fail);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const ports = electronPorts(paths, machine, () => show(undefined));
  const core = await createCore(ports, { isAutomatic: !app.commandLine.hasSwitch('no-auto-sync') });
  running.hold(core);
  const demo = demoOf(process.env);
  // Without an open vault the profile can't be stored; it is added as soon as the vault is open.
  if (demo !== undefined) await core.addDemo(demo).catch(() => undefined);
  nativeTheme.themeSource = core.preferences().theme;
  restrictWebContents((url) => openBeside(url.slice(pageOrigin.length)));
  servePage(paths.page, () => core.preferences());
  const menu = menuOf({ isMac: process.platform === 'darwin', newWindow: () => openBeside() });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  show(firstRoute);
}

/** Bring a window to the front, or open the windows of the last run if there is none. `route`: of a deep link. */
function show(route: string | undefined): void {
  if (running.core() === undefined) {
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

/** Show a message as soon as dialogs can be shown, and end. */
function endWith({ title, text, exitCode }: ReturnType<typeof failureMessage>): void {
  void app.whenReady().then(() => {
    dialog.showErrorBox(title, text);
    app.exit(exitCode);
  });
}
