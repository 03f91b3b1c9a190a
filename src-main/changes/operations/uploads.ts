import { uploads as api } from '#main/api/endpoints/uploads.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { State, OperationsOf } from '../operation-kit/operation.ts';
import { addressOf } from '../operation-kit/resources.ts';
import { rowBy } from '../operation-kit/read-resource.ts';
import { removeMade } from '../operation-kit/inverse.ts';
import { goneProbe, nameIn } from '../operation-kit/probes.ts';

const byId = rowBy(api.list, (row, { path }) => row['id'] === Number(path['upload_id']));

export const uploads: OperationsOf<typeof api> = {
  'uploads.create': {
    inverse: removeMade('uploads.remove', 'upload_id'),
    label: (_, { body }) => nameIn(body?.['file'] as State | undefined, 'fileName') ?? words.unnamed.file,
  },
  'uploads.remove': {
    read: byId,
    reads: 1,
    probe: goneProbe(byId),
    destroys: true,
    label: (state, { path }) => nameIn(state, 'filename') ?? words.numbered(path['upload_id']),
  },
  // The list does not tell the secret, so that which one it is cannot be read
  'uploads.removeBySecret': {
    things: (write) => [addressOf(write), addressOf(write, 'uploads')],
    destroys: true,
    label: (_, { path }) => String(path['filename']),
  },
};
