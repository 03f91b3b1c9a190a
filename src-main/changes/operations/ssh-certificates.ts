import { sshCertificates as api } from '#main/api/endpoints/ssh-certificates.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { addressOf } from '../operation-kit/resources.ts';
import { rowBy } from '../operation-kit/read-resource.ts';
import { given, knownBefore, makeAgain, removeMade } from '../operation-kit/inverse.ts';
import { goneProbe, madeProbe, textOf } from '../operation-kit/probes.ts';

const byKey = rowBy(
  api.list,
  (row, { body }) => keyOf(row['key']) !== '' && keyOf(row['key']) === keyOf(body?.['key']),
);
const byId = rowBy(api.list, (row, { path }) => row['id'] === Number(path['certificate_id']));

export const sshCertificates: OperationsOf<typeof api> = {
  'ssh-certificates.create': {
    caches: { kind: 'new', collection: 'sshCertificates', scope: 'group' },
    things: (write) => [[...addressOf(write), 'key', keyOf(write.body?.['key'])]],
    read: byKey,
    reads: 1,
    inverse: removeMade('ssh-certificates.remove', 'certificate_id'),
    probe: madeProbe(byKey, ['title']),
    label: (_, { body }) => textOf(body, 'title') ?? words.unnamed.certificate,
  },
  'ssh-certificates.remove': {
    caches: { kind: 'row', collection: 'sshCertificates', id: 'certificate_id' },
    read: byId,
    reads: 1,
    ...knownBefore(
      makeAgain('ssh-certificates.create', ['certificate_id'], (before) =>
        textOf(before, 'key') === null || textOf(before, 'title') === null ? null : given(before, ['title', 'key']),
      ),
    ),
    probe: goneProbe(byId),
    label: (state, { path }) => textOf(state, 'title') ?? words.numbered(path['certificate_id']),
  },
};

/** Type and key without the comment, which does not count. */
function keyOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().split(/\s+/, 2).join(' ') : '';
}
