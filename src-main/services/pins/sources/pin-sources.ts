import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { Files } from '../../files/files.ts';
import type { PinSource } from '../pin-source.ts';
import { commitSources } from './commits.ts';
import { artifactsSource } from './artifacts.ts';
import { filesSource } from './files.ts';
import { listSources } from './lists.ts';
import { belowSource } from './places-below.ts';
import type { SnippetContents } from '../../snippets/snippet-contents.ts';
import { snippetsSource } from './snippets.ts';

interface Needs {
  files: Pick<Files, 'knownPaths' | 'store' | 'pin'>;
  snippets: Pick<SnippetContents, 'store' | 'pin'>;
  artifacts: Pick<ArtifactStore, 'chosen' | 'store' | 'pin'>;
}

/** Everything that pins store, in the order in which it is stored. */
export function pinSources({ files, snippets, artifacts }: Needs): readonly PinSource[] {
  return [
    ...listSources,
    ...commitSources,
    belowSource,
    snippetsSource(snippets),
    filesSource(files),
    artifactsSource(artifacts),
  ];
}
