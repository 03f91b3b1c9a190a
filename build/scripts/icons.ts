import './require-node.js';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pngChunk } from '../../src-main/hosts/tray-icon.ts';
import { findChromium, quietArguments } from './chromium.ts';

const folder = join(import.meta.dirname, '../icons');

export const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
/** 256 is the largest size in this format. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256] as const;
/** The types of macOS for PNG entries, with the size of each in pixels. */
export const icnsTypes = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };
/** Icons of macOS have a margin of a tenth of their width on each side. In units of the drawing, which is 32 wide. */
const margin = 4;

/** The hash of the drawing. Each PNG contains it, so that a test finds files that were made from an older drawing. */
export function drawingHash(svg: string): string {
  return createHash('sha256').update(svg).digest('hex');
}

/** An `.ico` file. @param images PNG files by their size in pixels, at most 256 */
export function icoFile(images: ReadonlyMap<number, Buffer>): Buffer {
  const head = Buffer.from([0, 0, 1, 0, images.size, 0]);
  let offset = head.length + 16 * images.size;
  const entries = Array.from(images, ([size, png]) => {
    const entry = Buffer.alloc(16);
    // In one byte, 0 means 256
    entry.set([size % 256, size % 256]);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...images.values()]);
}

/** An `.icns` file. @param images PNG files by their type in `icnsTypes` */
export function icnsFile(images: ReadonlyMap<string, Buffer>): Buffer {
  const entries = Array.from(images, ([type, png]) => icnsPart(type, png));
  return icnsPart('icns', Buffer.concat(entries));
}

function icnsPart(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(8 + data.length, 4);
  return Buffer.concat([head, data]);
}

/** The PNG file with the hash of its drawing as a text of the keyword `Source`, after the header of 33 bytes. */
function withSource(png: Buffer, hash: string): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.from(`Source\0${hash}`)), png.subarray(33)]);
}

/** Draw all icons of the packages from `build/icons/icon.svg` with the installed Chromium. */
async function main(): Promise<void> {
  const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
  const hash = drawingHash(svg);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: quietArguments,
  });
  const page = await browser.newPage();
  const draw = async (size: number, drawing = svg): Promise<Buffer> => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`);
    return withSource(await page.screenshot({ omitBackground: true }), hash);
  };
  const viewBox = `viewBox="${-margin} ${-margin} ${32 + 2 * margin} ${32 + 2 * margin}"`;
  const withMargin = svg.replace('viewBox="0 0 32 32"', viewBox);
  const pngs = new Map<number, Buffer>();
  for (const size of pngSizes) pngs.set(size, await draw(size));
  const macs = new Map<string, Buffer>();
  for (const [type, size] of Object.entries(icnsTypes)) macs.set(type, await draw(size, withMargin));
  await browser.close();
  mkdirSync(folder, { recursive: true });
  for (const [size, png] of pngs) writeFileSync(join(folder, `${size}x${size}.png`), png);
  const small = [...pngs].filter(([size]) => icoSizes.some((wanted) => wanted === size));
  writeFileSync(join(folder, 'icon.ico'), icoFile(new Map(small)));
  writeFileSync(join(folder, 'icon.icns'), icnsFile(macs));
}

if (argv[1] === import.meta.filename) await main();
