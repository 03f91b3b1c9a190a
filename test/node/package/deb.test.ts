import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { validate } from '../../../build/package/checks/desktop-file.ts';
import { findProgram } from '../../../build/package/checks/find-program.ts';
import {
  contentProblems,
  desktopProblems,
  installProblems,
  leftovers,
} from '../../../build/package/checks/installed-deb.ts';
import { differences, isSameFile } from '../../../build/package/checks/same-files.ts';
import { makeDeb } from '../../../build/package/deb.ts';
import { run } from '../../../build/package/tools.ts';

const desktopFile = 'build/package/reeve.desktop';
const hasDpkg = findProgram('dpkg-deb') !== undefined;

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-deb-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(file: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/** The first bytes of a PNG. */
function png(size: number): Buffer {
  const header = Buffer.from('\x89PNG\r\n\x1a\n----IHDR--------', 'latin1');
  header.writeUInt32BE(size, 16);
  header.writeUInt32BE(size, 20);
  return header;
}

/** A project with an unpacked folder, as `makeDeb` needs it. */
function madeUpProject(): { project: string; unpacked: string } {
  const project = emptyFolder();
  const unpacked = join(project, 'dist', 'linux-unpacked');
  write(join(unpacked, 'reeve'), 'a program', 0o755);
  write(join(unpacked, 'chrome-sandbox'), 'a sandbox', 0o755);
  write(join(unpacked, 'resources', 'app.asar'), 'an archive');
  const manifest = { name: 'reeve', version: '1.0.0', description: 'An admin console', author: 'Someone' };
  write(join(project, 'package.json'), JSON.stringify(manifest));
  write(join(project, 'LICENSE'), 'a license');
  for (const size of [16, 32, 48, 64, 128, 256, 512])
    write(join(project, 'build', 'icons', `${size}x${size}.png`), png(size));
  write(join(project, 'build', 'icons', 'icon.svg'), '<svg/>');
  mkdirSync(join(project, 'build', 'package'));
  cpSync(desktopFile, join(project, desktopFile));
  return { project, unpacked };
}

test.skipIf(!hasDpkg)(
  'the deb does not depend on the time and permissions of files, but on their content',
  async () => {
    const [one, two] = [madeUpProject(), madeUpProject()];
    utimesSync(join(two.unpacked, 'reeve'), 1_000, 1_000);
    chmodSync(join(two.unpacked, 'resources', 'app.asar'), 0o600);
    const epoch = 1_700_000_000;
    const [first, second] = [await makeDeb({ ...one, epoch }), await makeDeb({ ...two, epoch })];
    expect(isSameFile(first, second)).toBe(true);
    write(join(two.unpacked, 'resources', 'app.asar'), 'a changed archive');
    expect(isSameFile(first, await makeDeb({ ...two, epoch }))).toBe(false);
  },
);

test.skipIf(!hasDpkg)('an extracted deb has no problems until its files are changed', async () => {
  const { project, unpacked } = madeUpProject();
  const deb = await makeDeb({ project, unpacked, epoch: 1_700_000_000 });
  const root = emptyFolder();
  await run('dpkg-deb', ['--extract', deb, root]);
  const problems = () => installProblems(root, unpacked, desktopFile);
  expect(problems()).toEqual([]);
  expect(contentProblems(await run('dpkg-deb', ['--contents', deb]))).toEqual([]);
  expect(await run('dpkg-deb', ['--field', deb, 'Depends'])).toMatch(/libasound2.*libgbm1.*libsecret-1-0/);
  rmSync(join(root, 'usr/bin/reeve'));
  symlinkSync('/opt/Other/reeve', join(root, 'usr/bin/reeve'));
  write(join(root, 'usr/share/icons/hicolor/48x48/apps/reeve.png'), png(47));
  rmSync(join(root, 'usr/share/icons/hicolor/512x512/apps/reeve.png'));
  rmSync(join(root, 'opt/Reeve/resources/app.asar'));
  write(join(root, 'opt/Reeve/reeve'), 'another program');
  write(join(root, 'usr/share/doc/reeve/copyright'), '');
  rmSync(join(root, 'usr/share/icons/hicolor/scalable'), { recursive: true });
  write(join(root, 'etc/reeve.conf'), 'settings');
  write(
    join(root, 'usr/share/applications/reeve.desktop'),
    readFileSync(desktopFile, 'utf8').replace('Development', 'Game'),
  );
  expect(problems()).toEqual([
    'resources/app.asar: only in the unpacked folder',
    'reeve: differs between the unpacked folder and the deb',
    '/usr/share/icons/hicolor/scalable/apps/reeve.svg is missing',
    '/etc/reeve.conf must not be installed',
    '/usr/share/doc/reeve/copyright is empty',
    '/usr/bin/reeve does not lead to the program',
    'icon 512x512 is missing',
    'icon 48x48/apps/reeve.png: not a PNG of this size',
    'reeve.desktop differs from the one in the project',
  ]);
});

test('files of another owner or time, and files that everybody may write or that run as root, are problems', () => {
  const good = '-rw-r--r-- root/root         9 2026-11-29 19:04 ./a\n';
  const sandbox = good.replace('-rw-r--r--', '-rwsr-xr-x').replace('./a', './opt/Reeve/chrome-sandbox');
  expect(contentProblems(good + sandbox)).toEqual([]);
  const bad = [
    sandbox.replace('s', 'x'),
    sandbox.replace('chrome-sandbox', 'reeve'),
    good.replace('rw-r--r--', 'rw-rw-rw-'),
    good.replace('rw-r--r--', 'rw-------'),
    good.replace('root/root', '1000/1000'),
    good.replace('19:04', '19:05'),
  ];
  expect(contentProblems(good + bad.join(''))).toEqual([
    './opt/Reeve/chrome-sandbox: has the permissions -rwxr-xr-x',
    './opt/Reeve/reeve: has the permissions -rwsr-xr-x',
    './a: has the permissions -rw-rw-rw-',
    './a: has the permissions -rw-------',
    './a: belongs to 1000/1000',
    './a: has another time than the package, 2026-11-29 19:05',
  ]);
});

test('a file that dpkg did not remove is a problem, the database of dpkg is not', () => {
  const root = emptyFolder();
  write(join(root, 'var/lib/dpkg/status'), '');
  expect(leftovers(root)).toEqual([]);
  mkdirSync(join(root, 'etc'));
  expect(leftovers(root)).toEqual(['/etc is left after the package was removed']);
});

test('the desktop file has the name from which Electron makes the class of its windows', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ desktopName: basename(desktopFile) });
});

test('a desktop file that passes a link as an option, or does not open links, is a problem', () => {
  const text = readFileSync(desktopFile, 'utf8');
  expect(desktopProblems(text)).toEqual([]);
  expect(desktopProblems(text.replace('-- ', '').replace(/MimeType.*\n/, 'NoDisplay=true\n'))).toEqual([
    'reeve.desktop: Exec is /opt/Reeve/reeve %u instead of /opt/Reeve/reeve -- %u',
    'reeve.desktop: NoDisplay is true instead of missing',
    'reeve.desktop: MimeType is missing instead of x-scheme-handler/reeve;',
  ]);
});

test.skipIf(findProgram('desktop-file-validate') === undefined)(
  'desktop-file-validate accepts the desktop file, and refuses one without a name',
  async () => {
    expect(await validate(desktopFile)).toEqual([]);
    const broken = join(emptyFolder(), 'broken.desktop');
    write(broken, '[Desktop Entry]\nType=Application\nExec=reeve\n');
    expect(await validate(broken)).not.toEqual([]);
  },
);

test('files that are only in one build, or whose bytes differ, are problems', () => {
  const [first, second] = [emptyFolder(), emptyFolder()];
  expect(differences(first, second)).toEqual([`${first} has no files`]);
  for (const folder of [first, second]) write(join(folder, 'main', 'same.js'), 'the same');
  expect(differences(first, second)).toEqual([]);
  write(join(first, 'a.js'), 'only here');
  write(join(second, 'b.js'), 'only there');
  for (const folder of [first, second]) write(join(folder, 'c.js'), `built in ${folder}`);
  expect(differences(first, second)).toEqual([
    'a.js: only in the first build',
    'b.js: only in the second build',
    'c.js: differs between the first build and the second build',
  ]);
});
