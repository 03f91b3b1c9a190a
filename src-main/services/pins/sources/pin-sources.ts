import type { Files } from '../../files/files.ts';
import type { PinSource } from '../pin-source.ts';
import { filesSource } from './files.ts';
import { listsSource } from './lists.ts';
import { belowSources } from './places-below.ts';

interface Needs {
  files: Pick<Files, 'knownPaths' | 'store' | 'pin'>;
}

/** Everything that pins store, in the order in which it is stored. */
export function pinSources({ files }: Needs): readonly PinSource[] {
  return [listsSource, ...belowSources, filesSource(files)];
}
