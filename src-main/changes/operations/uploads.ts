import { uploads as api } from '#main/api/endpoints/uploads.ts';
import type { State, OperationsOf } from '../operation-kit/operation.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { readFromList } from '../operation-kit/read-resource.ts';
import { removeCreated } from '../operation-kit/inverse.ts';
import { deletionProbe, nameIn } from '../operation-kit/probes.ts';

const byId = readFromList(api.list, (row, { path }) => row['id'] === Number(path['upload_id']));

export const uploads: OperationsOf<typeof api> = {
  'uploads.create': {
    inverse: removeCreated('uploads.remove', 'upload_id'),
    returnsLink: true,
    names: { label: ({ body }) => nameIn(body?.['file'] as State | undefined, 'fileName') },
  },
  'uploads.remove': {
    caches: { kind: 'row', collection: 'uploads', id: 'upload_id', scope: 'project' },
    read: byId,
    readRequests: 1,
    probe: deletionProbe(byId),
    needsTypedName: true,
  },
  // The list has no secrets, so the upload can't be found in it
  'uploads.removeBySecret': {
    resources: (write) => [resourcePathOf(write), resourcePathOf(write, 'uploads')],
    needsTypedName: true,
  },
};
