import type { Files } from '../../files/files.ts';
import type { PinItem, PinSource, StoredResult } from '../pin-source.ts';

/** The assumed size of a file that was never checked. */
const unknownFileBytes = 8_000;

const separator = '\n';

/** The known paths of the pinned projects at the ref of the pin. */
export function filesSource(files: Pick<Files, 'knownPaths' | 'store' | 'pin'>): PinSource {
  return {
    name: 'files',
    depth: 'files',
    isNoted: true,
    items({ instance, places, ref, noted, freshSince }) {
      const known = new Map(noted('files').map((item) => [item.key, item]));
      const projects = places().filter(({ kind }) => kind === 'project');
      const items = projects.flatMap(({ scope, label }) =>
        files.knownPaths(instance.profile.id, scope).map(({ path, sizeBytes }): PinItem => {
          const key = [scope, ref, path].join(separator);
          const before = known.get(key);
          const isStored = before?.state === 'stored';
          return {
            ...{ key, scope, label: `${path} (${label})`, isGuess: sizeBytes === null, isNew: !isStored },
            ...{ requests: isStored ? 1 : 2, bytes: sizeBytes ?? unknownFileBytes },
            isStored: isStored && before.at >= freshSince,
            refusedAt: before !== undefined && before.state !== 'stored' ? before.at : null,
          };
        }),
      );
      return Promise.resolve(items);
    },
    async store({ key }, { instance, mostFileBytes }, signal): Promise<StoredResult> {
      const { scope, ref, path } = fromKey(key);
      const { state, bytes } = await files.store(instance, scope, ref, path, signal, mostFileBytes);
      if (state === 'too-large') return { bytes: 0, problem: { kind: 'too-large', status: null, reason: 'too-large' } };
      // What was stored before the file was deleted stays stored
      if (state === 'absent' || state === 'no-ref')
        return { bytes: 0, problem: { kind: 'missing', status: 404, reason: null } };
      files.pin(instance.profile.id, scope, ref, path, true);
      return { bytes: bytes > 0 ? bytes : null };
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
