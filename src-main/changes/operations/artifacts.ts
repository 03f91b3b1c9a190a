import { artifacts as api } from '#main/api/endpoints/artifacts.ts';
import type { OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { nullIfMissing } from '../operation-kit/read-resource.ts';
import { ofPlace } from '../operation-kit/of-place.ts';
import { deletionProbe } from '../operation-kit/probes.ts';

export const artifacts: OperationsOf<typeof api> = {
  'artifacts.keep': {},
  'artifacts.remove': {
    read: readTopLevel,
    readRequests: 1,
    probe: deletionProbe(readTopLevel),
    needsTypedName: true,
  },
  'artifacts.removeAll': {
    resources: (write) => [resourcePathOf(write, 'jobs')],
    needsTypedName: true,
    ...ofPlace,
  },
};

/** The names at the top level of the archive, at most 100. */
async function readTopLevel({ path }: Write, { send, signal }: ReadContext) {
  const at = { id: path['id'] ?? '', job_id: path['job_id'] ?? '' };
  const rows = await nullIfMissing(send(api.tree, { path: at, query: { per_page: 100 } }, signal));
  return rows === null ? null : { files: rows.map((row) => row.path) };
}
