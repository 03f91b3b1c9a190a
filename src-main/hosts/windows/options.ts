import { boundsOn, type Area, type WindowPlacement } from './placement.ts';

interface Given {
  preload: string;
  displays: readonly Area[];
  place: WindowPlacement | undefined;
  isPackaged: boolean;
}

/** Options of a window of Electron: sandboxed, at its saved placement, hidden until it is drawn. */
export function windowOptions({ preload, displays, place, isPackaged }: Given) {
  return {
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 560,
    show: false,
    ...boundsOn(displays, place),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
      devTools: !isPackaged,
    },
  };
}
