import { defaultRef } from '#shared/contract/commit-list.ts';
import type { FileAddress } from '../../files/file-store.ts';
import type { Files, KnownFile } from '../../files/files.ts';
import { defaultBranchOf } from '../../files/default-branch.ts';
import { gitmodulesPath } from '../../files/gitmodules.ts';
import type { PinItem, PinSource, StoredResult } from '../pin-source.ts';

export const filesName = 'files';
/** The assumed size of a file that was never checked. */
const unknownFileBytes = 8_000;

/** For a file that was never stored: HEAD, content and last commit, and at most 5 pieces of its blame. */
const newFileRequests = 3;
const pieceBytes = 80_000;
const blameRequests = (sizeBytes: number | null): number =>
  Math.min(5, Math.max(1, Math.ceil((sizeBytes ?? 0) / pieceBytes)));

const separator = '\n';

/**
 * The known paths of the pinned projects at the ref of the pin, and `.gitmodules`. The default branch is stored under its
 * name, as the page opens it.
 */
export function filesSource(files: Pick<Files, 'knownPaths' | 'store' | 'pin'>): PinSource {
  return {
    name: filesName,
    depth: 'files',
    rowOf: () => filesName,
    async items({ instance, places, ref: wanted, noted, freshSince, signal }) {
      const known = new Map(noted(filesName).map((item) => [item.key, item]));
      const items: PinItem[] = [];
      for (const { scope, label } of places().filter(({ kind }) => kind === 'project')) {
        const ref = (wanted === defaultRef ? await defaultBranchOf(instance, scope, signal) : null) ?? wanted;
        const found = await files.knownPaths(instance, scope, ref, signal);
        const isKnown = found.some(({ path }) => path === gitmodulesPath);
        const paths = isKnown ? found : [...found, { path: gitmodulesPath, sizeBytes: null }];
        items.push(...paths.map(({ path, sizeBytes }) => itemOf({ scope, label, ref, path, sizeBytes })));
      }
      return items;

      function itemOf({ scope, label, ref, path, sizeBytes }: FileAddress & KnownFile & { label: string }): PinItem {
        const key = [scope, ref, path].join(separator);
        const before = known.get(key);
        const isStored = before?.state === 'stored' || before?.state === 'unreadable';
        return {
          ...{ key, scope, label: `${path} (${label})`, isGuess: sizeBytes === null, isNew: !isStored },
          requests: isStored ? 1 : newFileRequests + blameRequests(sizeBytes),
          bytes: sizeBytes ?? unknownFileBytes,
          isStored: isStored && before.at >= freshSince,
          refusal: null,
        };
      }
    },
    async store({ key }, { instance, mostFileBytes }, signal): Promise<StoredResult> {
      const { scope, ref, path } = fromKey(key);
      const { state, bytes, blameRefusal } = await files.store(instance, scope, ref, path, signal, mostFileBytes);
      if (state === 'too-large') return { bytes: 0, problem: { kind: 'too-large', status: null, reason: 'too-large' } };
      // What was stored before the file was deleted stays stored
      if (state === 'absent' || state === 'no-ref') {
        // Not a problem: a project can be without submodules or without a branch
        if (path === gitmodulesPath) return { bytes: 0 };
        return { bytes: 0, problem: { kind: 'missing', status: 404, reason: null } };
      }
      files.pin(instance.profile.id, scope, ref, path, true);
      const stored = { bytes: bytes > 0 ? bytes : null };
      if (blameRefusal === null) return stored;
      const { status = null, reason = null } = blameRefusal;
      return { ...stored, problem: { kind: 'unreadable', status, reason } };
    },
    release({ profileId }, { key }) {
      const { scope, ref, path } = fromKey(key);
      files.pin(profileId, scope, ref, path, false);
    },
  };
}

function fromKey(key: string): { scope: string; ref: string; path: string } {
  const [scope = '', ref = '', ...path] = key.split(separator);
  return { scope, ref, path: path.join(separator) };
}
