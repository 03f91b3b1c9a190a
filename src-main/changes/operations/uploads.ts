import { uploads as api } from '#main/api/endpoints/uploads.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
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
    label: (_, { body }) => nameIn(body?.['file'] as State | undefined, 'fileName') ?? words.unnamed.file,
  },
  'uploads.remove': {
    caches: { kind: 'row', collection: 'uploads', id: 'upload_id', scope: 'project' },
    read: byId,
    readRequests: 1,
    probe: deletionProbe(byId),
    needsTypedName: true,
    label: (state, { path }) => nameIn(state, 'filename') ?? words.numbered(path['upload_id']),
  },
  // The list has no secrets, so the upload can't be found in it
  'uploads.removeBySecret': {
    resources: (write) => [resourcePathOf(write), resourcePathOf(write, 'uploads')],
    needsTypedName: true,
    label: (_, { path }) => String(path['filename']),
  },
};
