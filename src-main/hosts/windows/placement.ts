import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { isOwnPage, pageOrigin } from '../page.ts';
import { windowParameters } from '#shared/link/window-address.ts';

const WindowPlacement = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(400),
  height: z.number().min(300),
  isMaximized: z.boolean(),
  /** The address of its page, without the origin. */
  address: z
    .string()
    .regex(/^\/(\?[^#]*)?(#.*)?$/)
    .default('/#/'),
});
export type WindowPlacement = z.infer<typeof WindowPlacement>;

export type Area = Pick<WindowPlacement, 'x' | 'y' | 'width' | 'height'>;

/** The smallest visible part with which a user can move a window, in pixels. */
const smallestVisible = { width: 100, height: 60 };

/** The saved bounds if they are on a current display, otherwise only the size; nothing if none were saved. */
export function boundsOn(displays: readonly Area[], place: Area | undefined): Partial<Area> {
  if (place === undefined) return {};
  const { x, y, width, height } = place;
  const isVisible = displays.some((area) => {
    const overlapX = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    const overlapY = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
    return overlapX >= smallestVisible.width && overlapY >= smallestVisible.height;
  });
  return isVisible ? { x, y, width, height } : { width, height };
}

/** The part of Electron's `BrowserWindow` that is needed here. */
interface PlacedWindow {
  getNormalBounds(): Area;
  isMaximized(): boolean;
  webContents: { getURL(): string };
}

export function placementOf(window: PlacedWindow): WindowPlacement {
  return { ...window.getNormalBounds(), isMaximized: window.isMaximized(), address: addressOf(window) };
}

/** The address of the page of a window, without the origin. */
export function addressOf({ webContents }: Pick<PlacedWindow, 'webContents'>): string {
  const url = webContents.getURL();
  return isOwnPage(url) ? url.slice(pageOrigin.length) : '/#/';
}

/**
 * A placement without the query of the page, which contains all search texts, because the file is not encrypted. Before
 * `#`, only the instance and the scope are kept.
 */
function withoutQuery({ address, ...place }: WindowPlacement): WindowPlacement {
  const [before = '', after = ''] = address.split('#', 2);
  const query = new URLSearchParams(before.split('?')[1]);
  const kept: readonly string[] = Object.values(windowParameters);
  for (const name of [...query.keys()]) if (!kept.includes(name)) query.delete(name);
  return { ...place, address: `/${query.size === 0 ? '' : `?${query.toString()}`}#${after.split('?')[0]}` };
}

/** Offset of a new window from the window that opened it, in pixels. */
const stepPx = 32;

/** The placement of a window that is opened from another one. */
export function placementBeside({ x, y, ...place }: WindowPlacement, address: string): WindowPlacement {
  return { ...place, x: x + stepPx, y: y + stepPx, isMaximized: false, address };
}

/** The saved placements; none on the first start, or if the file is invalid. */
export function readPlacements(file: string): WindowPlacement[] {
  try {
    return WindowPlacements.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
/** Versions with only one window saved a single placement. */
const WindowPlacements = z.union([z.array(WindowPlacement), WindowPlacement.transform((place) => [place])]);

/**
 * Saves the placements of the windows that are open when Reeve ends. The last window that is closed counts as open,
 * because on most systems closing it ends Reeve.
 */
export function savedPlacements<W>(file: string, placementOf: (window: W) => WindowPlacement) {
  const windows = new Set<W>();
  let isEnding = false;

  function keep(): void {
    try {
      writeFileSync(file, JSON.stringify([...windows].map((window) => withoutQuery(placementOf(window)))), {
        mode: 0o600,
      });
    } catch {
      // A lost placement is better than a window that can't be closed.
    }
  }

  return {
    opened: (window: W): void => void windows.add(window),
    closing(window: W): void {
      if (isEnding) return;
      if (windows.size > 1) windows.delete(window);
      keep();
      windows.delete(window);
    },
    /** Call when Reeve ends, before it closes all windows. */
    ending(): void {
      if (windows.size > 0 && !isEnding) keep();
      isEnding = true;
    },
  };
}
