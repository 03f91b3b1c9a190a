import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawingHash, icnsTypes, icoSizes, pngSizes } from '../../build/scripts/icons.ts';

const read = (name: string): Buffer => readFileSync(`build/icons/${name}`);
const hash = drawingHash(read('icon.svg').toString());

/** The side of a square PNG file that was made from the drawing. Fails: if it is none, or was made from an older drawing. */
function sideOf(png: Buffer): number {
  expect(png.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
  expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect(height).toBe(width);
  const source = `tEXtSource\0${hash}`;
  expect(png.subarray(37, 37 + source.length).toString('latin1'), 'run `npm run icons`').toBe(source);
  return width;
}

test('each PNG file has its size and the current drawing', () => {
  expect(pngSizes.map((size) => sideOf(read(`${size}x${size}.png`)))).toEqual(pngSizes);
});

test('the icon of Windows contains all sizes of the current drawing', () => {
  const ico = read('icon.ico');
  expect([0, 2, 4].map((at) => ico.readUInt16LE(at))).toEqual([0, 1, icoSizes.length]);
  const entries = icoSizes.map((_, index) => ico.subarray(6 + 16 * index));
  expect(entries.map((entry) => entry.readUInt8(0) || 256)).toEqual(icoSizes);
  const images = entries.map((entry) => {
    const offset = entry.readUInt32LE(12);
    return ico.subarray(offset, offset + entry.readUInt32LE(8));
  });
  expect(images.map(sideOf)).toEqual(icoSizes);
  expect(images.at(-1)?.byteOffset).toBe(ico.byteOffset + ico.length - (images.at(-1)?.length ?? 0));
});

test('the icon of macOS contains all types with their sizes and the current drawing', () => {
  const icns = read('icon.icns');
  expect(icns.toString('latin1', 0, 4)).toBe('icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const found: [string, number][] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const image = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    found.push([icns.toString('latin1', at, at + 4), sideOf(image)]);
  }
  expect(found).toEqual(Object.entries(icnsTypes));
});
