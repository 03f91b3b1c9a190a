import { sshCertificates as words } from '#shared/text/en/ssh-certificates.ts';
import { declaredList, numberOf } from '../../console/declared-list.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Certificate = RowOf<'sshCertificates'>;

/** SSH certificates of the chosen top-level group: keys whose signatures it trusts. */
export const certificatesList = declaredList('sshCertificates', words, {
  columns: { title: 260, key: 420, created_at: 116, age: 92, id: 76 },
  fields: { key: { format: 'mono' } },
  details: [['authority', 'title', 'id', 'created_at', 'key']],
  nameOf: certificateName,
  aboutOf: numberOf,
  isListOnly: false,
});

export function certificateName({ title, id }: Certificate): string {
  return title === null || title === undefined || title.trim() === '' ? words.unnamed(id) : title;
}
