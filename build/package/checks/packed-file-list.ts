import { readdirSync, statSync } from 'node:fs';
import { join, matchesGlob, relative, sep } from 'node:path';
import { packedFiles, refusedFiles, runtimeFiles, type FilePattern } from '../packed-files.ts';
import { loadAsar, type AsarFolder } from '../tools.ts';
import type { Check } from './check.ts';

export const packedFileList: Check = {
  name: 'the packed files match the list in build/package/packed-files.ts',
  run: async ({ first }) => fileProblems(await packedFilesOf(first.unpacked)),
};

/** A file of a package: its path and its size in bytes. */
export type PackedFile = readonly [path: string, size: number];

/** All files of an unpacked folder. Those in `app.asar` have paths below it. */
async function packedFilesOf(unpacked: string): Promise<PackedFile[]> {
  const archive = join('resources', 'app.asar');
  const { header } = (await loadAsar()).getRawHeader(join(unpacked, archive));
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(unpacked, join(entry.parentPath, entry.name)))
    .filter((file) => file !== archive)
    .map((file): PackedFile => [file.split(sep).join('/'), statSync(join(unpacked, file)).size]);
  return [...files, ...filesInArchive(header, 'resources/app.asar')];
}

/** The files in an archive, without those beside it. */
function filesInArchive({ files }: AsarFolder, path: string): PackedFile[] {
  return Object.entries(files).flatMap(([name, entry]) => {
    if ('files' in entry) return filesInArchive(entry, `${path}/${name}`);
    return entry.unpacked === true ? [] : [[`${path}/${name}`, entry.size]];
  });
}

/** The lists with which the packed files are compared. */
export interface FileLists {
  packed: readonly FilePattern[];
  refused: readonly string[];
  runtime: readonly string[];
}

const reviewed: FileLists = { packed: packedFiles, refused: refusedFiles, runtime: runtimeFiles };

/** How the files of a package differ from the lists, one line for each file or pattern. */
export function fileProblems(
  files: readonly PackedFile[],
  { packed, refused, runtime }: FileLists = reviewed,
): string[] {
  const matches = (file: string, patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matchesGlob(file, pattern));
  const allowed = packed.map((pattern) => pattern.files);
  const perFile = files.flatMap(([file, size]) => {
    if (matches(file, refused)) return [`${file}: must not be in the package`];
    if (size === 0) return [`${file}: is empty`];
    return matches(file, [...allowed, ...runtime]) ? [] : [`${file}: matches no pattern of the list`];
  });
  const perPattern = packed.flatMap(({ files: pattern, count }) => {
    const [least, most] = typeof count === 'number' ? [count, count] : count;
    const found = files.filter(([file]) => matchesGlob(file, pattern)).length;
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    return found < least || found > most ? [`${pattern}: ${found} files instead of ${wanted}`] : [];
  });
  return [...perFile, ...perPattern];
}
