import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { wantedFuses } from './fuses.ts';
import { loadAsar, loadFuses } from './tools.ts';

/** The files of the real runtime on Linux, except the program. */
const files = [
  'LICENSE',
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'chrome_crashpad_handler',
  'icudtl.dat',
  'libEGL.so',
  'libGLESv2.so',
  'libffmpeg.so',
  'libvk_swiftshader.so',
  'libvulkan.so.1',
  'locales/en-US.pak',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
];
const programs = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'];

/** In the program, this text is followed by the fuses: a version, their number, and a byte for each. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Write a folder that electron-builder accepts as the runtime of Electron for Linux. Its program can't be started. Each fuse
 * in it has the opposite of the wanted value, so that the check finds a fuse that was not set.
 */
export async function writeStubRuntime(folder: string, version: string): Promise<void> {
  const write = (name: string, content: string | Buffer): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (programs.includes(name)) chmodSync(file, 0o755);
  };
  for (const name of files) write(name, `stub of ${name}\n`);
  write('version', version);
  const { FuseV1Options } = await loadFuses();
  const names = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name));
  const wire = names.map((name) => ((wantedFuses as Record<string, boolean>)[name] === true ? '0' : '1'));
  const head = Buffer.from(`stub of electron\n${sentinel}`);
  write('electron', Buffer.concat([head, Buffer.from([1, wire.length]), Buffer.from(wire.join(''))]));
  const example = `${folder}-example`;
  mkdirSync(example, { recursive: true });
  writeFileSync(join(example, 'package.json'), '{}');
  mkdirSync(join(folder, 'resources'));
  await (await loadAsar()).createPackage(example, join(folder, 'resources', 'default_app.asar'));
}
