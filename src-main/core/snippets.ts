import type { Ports } from '#main/ports.ts';
import type { FileExports } from '#main/services/exports/file-exports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { snippetContents } from '#main/services/snippets/snippet-contents.ts';
import { snippetFiles } from '#main/services/snippets/snippet-files.ts';
import type { StateTables } from '#main/services/state-tables.ts';

interface Needs {
  ports: Pick<Ports, 'clock'>;
  state: Pick<StateTables, 'blobs' | 'snippetFiles'>;
  fileExports: FileExports;
  /** The stored files of a profile changed. */
  changed: (profileId: string, revision: number) => void;
}

/** Stored contents of snippets. */
export function composeSnippets({ ports: { clock }, state, fileExports, changed }: Needs) {
  const { blobs, snippetFiles: files } = state;
  let revision = 0;
  const contents = snippetContents({
    ...{ blobs, files, clock },
    changed: (profileId) => changed(profileId, (revision += 1)),
  });
  return {
    /** `store` stores the content of one snippet. */
    contents,
    servicesOf: (open: () => Instance) => snippetFiles(open, { contents, blobs, fileExports, clock }),
  };
}
