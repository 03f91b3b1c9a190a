import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';

/**
 * `npm run pictures:compare BASE OTHER`: compares two folders of pictures. Prints each picture that differs, with the
 * percentage of different pixels, and writes a picture in which these pixels are red. If a folder of BASE is missing in
 * OTHER, its pictures do not count as missing.
 * --ignore FILE: the names of pictures that differ even without a change, one per line. --limit PERCENT: a picture with
 * fewer different pixels counts as equal (default: 0.002, a few pixels of an edge). --diff FOLDER: where red pictures
 * are written (default: OTHER-diff).
 * --unstable FILE: add the names of the pictures that differ to this file.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ignore: { type: 'string', multiple: true, default: [] },
    limit: { type: 'string', default: '0.002' },
    diff: { type: 'string' },
    unstable: { type: 'string' },
  },
});
const [base, other] = positionals;
if (base === undefined || other === undefined) throw new Error('names of two folders are needed');

/** Of 255. Chromium does not always draw the edges of round corners in the same way: colors differ by up to 3. */
const tolerance = 6;
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const ignored = new Set(values.ignore.filter((file) => existsSync(file)).flatMap(linesOf));
const before = picturesIn(base);
const after = picturesIn(other);
const taken = new Set([...after].map((name) => dirname(name)));
const red = values.diff ?? `${other.replace(/\/$/, '')}-diff`;

const missing = [...before].filter((name) => taken.has(dirname(name)) && !after.has(name) && !ignored.has(name));
const added = [...after].filter((name) => !before.has(name) && !ignored.has(name));
const common = [...after].filter((name) => before.has(name) && !ignored.has(name));
const differing: string[] = [];
for (const name of common) {
  const share = compare(name);
  if (share <= Number(values.limit)) continue;
  differing.push(name);
  print(`differs ${share.toFixed(3)} %: ${name}`);
}
for (const name of missing) print(`missing: ${name}`);
for (const name of added) print(`new: ${name}`);
print(`${common.length} compared: ${differing.length} differ, ${missing.length} missing, ${added.length} new`);
if (differing.length > 0) print(`different pixels are red in ${red}`);
if (values.unstable !== undefined) {
  const known = existsSync(values.unstable) ? linesOf(values.unstable) : [];
  const all = [...new Set([...known, ...differing, ...missing, ...added])].toSorted();
  writeFileSync(values.unstable, all.map((name) => `${name}\n`).join(''));
}
process.exitCode = differing.length + missing.length + added.length > 0 ? 1 : 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function picturesIn(folder: string): Set<string> {
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png')));
}

/** The percentage of pixels that differ; 100 if the sizes differ. */
function compare(name: string): number {
  const files = [base, other].map((folder) => readFileSync(join(String(folder), name)));
  const [one, two] = files as [Buffer, Buffer];
  if (one.equals(two)) return 0;
  const a = PNG.sync.read(one);
  const b = PNG.sync.read(two);
  if (a.width !== b.width || a.height !== b.height) return 100;
  const picture = new PNG({ width: a.width, height: a.height });
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const isSame = [0, 1, 2].every(
      (part) => Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) <= tolerance,
    );
    if (!isSame) count += 1;
    // Equal pixels are shown pale
    for (let part = 0; part < 3; part += 1) picture.data[at + part] = 192 + (b.data[at + part] ?? 0) / 4;
    if (!isSame) picture.data.set([255, 0, 0], at);
    picture.data[at + 3] = 255;
  }
  if (count > 0) {
    mkdirSync(dirname(join(red, name)), { recursive: true });
    writeFileSync(join(red, name), PNG.sync.write(picture));
  }
  return (100 * count) / (a.width * a.height);
}
