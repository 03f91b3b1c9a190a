import { foldedText } from '#main/cache/normal-text.ts';
import { failed } from '#main/log-events.ts';
import type { Clock, Log } from '#main/ports.ts';
import type { Blobs, UsedBlob } from '#main/state/blobs/blobs.ts';
import type { Packages, ParsedCounts } from '#main/state/blobs/packages.ts';
import { filesOf } from './export-files.ts';
import type { FileParser } from './file-parser.ts';
import { parserVersion } from './parse-export.ts';

interface Needs {
  blobs: Blobs;
  packages: Packages;
  parser: Pick<FileParser, 'parse'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** The packages in stored files. They are derived from the files when they are first needed, one file at a time. */
export function packageIndex({ blobs, packages, parser, clock, log }: Needs) {
  const underWay = new Map<number, Promise<void>>();
  let last: Promise<void> = Promise.resolve();

  function parseFile(file: UsedBlob, exportType: string): Promise<void> {
    if (packages.counts(file.id, parserVersion) !== null) return Promise.resolve();
    const known = underWay.get(file.id);
    if (known !== undefined) return known;
    const work = last
      .then(() => readAndStore(file, exportType))
      .catch((thrown: unknown) => {
        // The file was deleted meanwhile, or the disk is full: it is read when it is needed again
        log.warn('export not read', failed(thrown));
      })
      .finally(() => underWay.delete(file.id));
    underWay.set(file.id, work);
    last = work;
    return work;
  }

  async function readAndStore(file: UsedBlob, exportType: string): Promise<void> {
    const chunks = blobs.read(file.sha256, clock.now());
    await parser.parse({ chunks, sizeBytes: file.sizeBytes, exportType }, (parsed) =>
      packages.put(file.id, parserVersion, parsed, searchName),
    );
  }

  return {
    /** Read the file of an export, if that was not done yet. Fails: never. */
    async parse(profileId: string, journalId: number, exportType: string): Promise<void> {
      const file = filesOf(blobs, profileId).get(journalId);
      if (file !== undefined) await parseFile(file, exportType);
    },
    parseFile,
    /** Null: the file was not read yet. */
    counts: (file: UsedBlob): ParsedCounts | null => packages.counts(file.id, parserVersion),
  };
}
export type PackageIndex = ReturnType<typeof packageIndex>;

/** The form of a name in which packages are searched. */
export const searchName = (name: string): string => foldedText(name.trim());
