import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { iconPixels, trayIcon } from '#main/hosts/tray-icon.ts';

const states = ['idle', 'working', 'attention', 'offline'] as const;

/** The alpha channel of the icon: its shape without its color. */
function shapeOf(png: Buffer): number[] {
  const at = png.indexOf('IDAT');
  const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect(data).toHaveLength(iconPixels * (1 + 4 * iconPixels));
  return [...data].filter((_, index) => index % (1 + 4 * iconPixels) !== 0).filter((_, index) => index % 4 === 3);
}

test('the icon of each state is a PNG file with a different shape', () => {
  const shapes = states.map((state) => {
    const png = trayIcon(state);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([iconPixels, iconPixels]);
    const shape = shapeOf(png);
    expect(shape.some((alpha) => alpha === 255)).toBe(true);
    expect(shape[0]).toBe(0);
    return shape.join();
  });
  expect(new Set(shapes).size).toBe(states.length);
});
