import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const WindowPlacement = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(400),
  height: z.number().min(300),
  isMaximized: z.boolean(),
  /** What it showed: its address without the origin. */
  address: z
    .string()
    .regex(/^\/(\?[^#]*)?(#.*)?$/)
    .default('/#/'),
});
export type WindowPlacement = z.infer<typeof WindowPlacement>;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Enough of the title bar to take hold of, in pixels. */
const graspable = { width: 100, height: 60 };

/** Bounds on a display that is there now; only the size when the old place is gone, nothing when none was kept. */
export function boundsOn(displays: readonly Area[], place: Area | undefined): Partial<Area> {
  if (place === undefined) return {};
  const { x, y, width, height } = place;
  const isVisible = displays.some((area) => {
    const overlapX = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    const overlapY = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
    return overlapX >= graspable.width && overlapY >= graspable.height;
  });
  return isVisible ? { x, y, width, height } : { width, height };
}

/** How far a further window is from the one that it was opened from, in pixels. */
const stepPx = 32;

/** Where a window goes that is opened from another one. */
export function placementBeside({ x, y, ...place }: WindowPlacement, address: string): WindowPlacement {
  return { ...place, x: x + stepPx, y: y + stepPx, isMaximized: false, address };
}

/** Where the windows last were; none on the first start and when the file makes no sense. */
export function readPlacements(file: string): WindowPlacement[] {
  try {
    return WindowPlacements.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
/** A file of a version with one window holds the place alone. */
const WindowPlacements = z.union([z.array(WindowPlacement), WindowPlacement.transform((place) => [place])]);

/**
 * Keeps the places of the windows that are open when the program ends. The last window that is closed counts as open,
 * because on most systems its end is the end of the program.
 */
export function savedPlacements<W>(file: string, placementOf: (window: W) => WindowPlacement) {
  const windows = new Set<W>();
  let isEnding = false;

  function keep(): void {
    try {
      writeFileSync(file, JSON.stringify([...windows].map(placementOf)), { mode: 0o600 });
    } catch {
      // A window that forgets its place is better than one that cannot be closed.
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
    /** The program ends and closes all windows. */
    ending(): void {
      if (windows.size > 0 && !isEnding) keep();
      isEnding = true;
    },
  };
}
