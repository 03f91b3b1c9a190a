import { app, BrowserWindow, MessageChannelMain, screen } from 'electron';
import { isOwnPage, pageOrigin } from '#main/hosts/page.ts';
import { windowOptions } from '#main/hosts/windows/options.ts';
import { addressOf, type savedPlacements, type WindowPlacement } from '#main/hosts/windows/placement.ts';
import { windowParameters } from '#shared/link/window-address.ts';
import type { Wire } from '#shared/link/wire.ts';
import { portWire } from './wire.ts';

export interface WindowOptions {
  preload: string;
  placements: ReturnType<typeof savedPlacements<BrowserWindow>>;
  /** `profileId`: the profile in the address of the page. */
  onWire: (wire: Wire, profileId: string | null) => void;
  onOpened: (window: BrowserWindow) => void;
}

/** Open a window at its placement, if that is on a display. Each page that it loads gets a new wire. */
export function openWindow(
  { preload, placements, onWire, onOpened }: WindowOptions,
  place?: WindowPlacement,
): BrowserWindow {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow(windowOptions({ preload, displays, place, isPackaged: app.isPackaged }));
  if (place?.isMaximized === true) window.maximize();
  placements.opened(window);
  onOpened(window);
  window.once('ready-to-show', () => window.show());
  window.on('close', () => placements.closing(window));
  window.webContents.on('did-finish-load', () => {
    const url = window.webContents.getURL();
    if (!isOwnPage(url)) return;
    const { port1, port2 } = new MessageChannelMain();
    onWire(portWire(port1), new URL(url).searchParams.get(windowParameters.profile));
    window.webContents.postMessage('reeve:port', null, [port2]);
  });
  load(window, place?.address ?? '/#/');
  return window;
}

/** Load a page. It fails only if the window is closed or loads another page meanwhile, which needs no message. */
function load(window: BrowserWindow, address: string): void {
  window.loadURL(pageOrigin + address).catch(() => undefined);
}

/** Show a route in the window. The page is not reloaded, because only the part after `#` changes. */
export function showRoute(window: BrowserWindow, route: string): void {
  const [shown] = addressOf(window).split('#');
  load(window, `${shown}#${route}`);
}
