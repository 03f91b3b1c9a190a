import type { Files } from '../../files/files.ts';
import type { PinSource } from '../pin-source.ts';
import { filesSource } from './files.ts';
import { listsSource } from './lists.ts';
import { belowSources } from './places-below.ts';
import type { SnippetContents } from '../../snippets/snippet-contents.ts';
import { snippetsSource } from './snippets.ts';

interface Needs {
  files: Pick<Files, 'knownPaths' | 'store' | 'pin'>;
  snippets: Pick<SnippetContents, 'store' | 'pin'>;
}

/** Everything that pins store, in the order in which it is stored. */
export function pinSources({ files, snippets }: Needs): readonly PinSource[] {
  return [listsSource, ...belowSources, snippetsSource(snippets), filesSource(files)];
}
