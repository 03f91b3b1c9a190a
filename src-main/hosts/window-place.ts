import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const WindowPlace = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().min(400),
  height: z.number().min(300),
  isMaximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof WindowPlace>;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Enough of the title bar to take hold of, in pixels. */
const graspable = { width: 100, height: 60 };

/** Bounds on a display that is there now; only the size when the old place is gone, nothing when none was kept. */
export function boundsOn(displays: readonly Area[], place: WindowPlace | undefined): Partial<Area> {
  if (place === undefined) return {};
  const { x, y, width, height } = place;
  const isVisible = displays.some((area) => {
    const overlapX = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
    const overlapY = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
    return overlapX >= graspable.width && overlapY >= graspable.height;
  });
  return isVisible ? { x, y, width, height } : { width, height };
}

/** Where the window last was; undefined on the first start and when the file makes no sense. */
export function readPlace(file: string): WindowPlace | undefined {
  try {
    return WindowPlace.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

export function keepPlace(file: string, place: WindowPlace): void {
  try {
    writeFileSync(file, JSON.stringify(place), { mode: 0o600 });
  } catch {
    // A window that forgets its place is better than one that cannot be closed.
  }
}
