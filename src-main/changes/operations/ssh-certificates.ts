import { sshCertificates as api } from '#main/api/endpoints/ssh-certificates.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { readFromList } from '../operation-kit/read-resource.ts';
import { presentFields, checkedInverse, recreate, removeCreated } from '../operation-kit/inverse.ts';
import { deletionProbe, creationProbe, textOf } from '../operation-kit/probes.ts';

const byKey = readFromList(
  api.list,
  (row, { body }) => keyOf(row['key']) !== '' && keyOf(row['key']) === keyOf(body?.['key']),
);
const byId = readFromList(api.list, (row, { path }) => row['id'] === Number(path['certificate_id']));

export const sshCertificates: OperationsOf<typeof api> = {
  'ssh-certificates.create': {
    caches: { kind: 'new', collection: 'sshCertificates', scope: 'group' },
    resources: (write) => [[...resourcePathOf(write), 'key', keyOf(write.body?.['key'])]],
    read: byKey,
    readRequests: 1,
    inverse: removeCreated('ssh-certificates.remove', 'certificate_id'),
    probe: creationProbe(byKey, ['title']),
  },
  'ssh-certificates.remove': {
    caches: { kind: 'row', collection: 'sshCertificates', id: 'certificate_id' },
    read: byId,
    readRequests: 1,
    ...checkedInverse(
      recreate('ssh-certificates.create', ['certificate_id'], (before) =>
        textOf(before, 'key') === null || textOf(before, 'title') === null
          ? null
          : presentFields(before, ['title', 'key']),
      ),
    ),
    probe: deletionProbe(byId),
  },
};

/** Type and key, without the comment. */
function keyOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().split(/\s+/, 2).join(' ') : '';
}
