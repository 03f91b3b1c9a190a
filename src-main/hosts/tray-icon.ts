import { crc32, deflateSync } from 'node:zlib';
import type { TrayState } from '#main/ports.ts';

/** Pixels of a side: twice the size in which trays show it. */
export const iconPixels = 32;
const middle = (iconPixels - 1) / 2;
const radius = 12;

type Color = readonly [red: number, green: number, blue: number];
/** How much of the pixel at this distance from the middle is painted, 0 to 1. */
type Shape = (x: number, y: number) => number;

const covered = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance));
const disc: Shape = (x, y) => covered(Math.hypot(x, y) - radius);
const ring: Shape = (x, y) => covered(Math.abs(Math.hypot(x, y) - radius + 2) - 2);
const dot: Shape = (x, y) => covered(Math.hypot(x, y) - 5);
const slash: Shape = (x, y) => Math.min(disc(x, y), covered(Math.abs(x - y) / Math.SQRT2 - 1.5));
const mark: Shape = (x, y) =>
  Math.max(covered(Math.max(Math.abs(x) - 2, Math.abs(y + 3) - 5)), covered(Math.hypot(x, y - 7) - 2.5));

/** The states differ in shape as well as in color. The ring is the one of `build/icons/icon.svg`. */
const icons: Readonly<Record<TrayState, { color: Color; paint: Shape; isCut?: Shape }>> = {
  idle: { color: [138, 143, 152], paint: ring },
  working: { color: [84, 104, 232], paint: (x, y) => Math.max(ring(x, y), dot(x, y)) },
  attention: { color: [214, 69, 59], paint: disc, isCut: mark },
  offline: { color: [196, 127, 23], paint: (x, y) => Math.max(ring(x, y), slash(x, y)) },
};

/** The icon of a state as a PNG file. */
export function trayIcon(state: TrayState): Buffer {
  const { color, paint, isCut } = icons[state];
  const rows = Array.from({ length: iconPixels }, (_, y) => {
    const pixels = Array.from({ length: iconPixels }, (__, x) => {
      const [left, top] = [x - middle, y - middle];
      return [...color, Math.round(255 * paint(left, top) * (1 - (isCut?.(left, top) ?? 0)))];
    });
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(iconPixels, 0);
  header.writeUInt32BE(iconPixels, 4);
  // 8 bits per channel, red, green, blue and alpha
  header.set([8, 6], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND')]);
}

/** A chunk of a PNG file. @param name four letters */
export function pngChunk(name: string, data = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
