import { sshCertificates as words } from '#shared/text/en/ssh-certificates.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import { specParts } from '../../console/spec-parts.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Certificate = RowOf<'sshCertificates'>;

const { column, details } = specParts('sshCertificates', words);

/** SSH certificates of the chosen top-level group: keys whose signatures it trusts. */
export const certificatesList = defineList('sshCertificates', words, {
  columns: [
    column('title', 260, { isPinned: true }),
    column('key', 420, { format: 'mono' }),
    column('created_at', 116),
    column('age', 92),
    column('id', 76),
  ],
  filters: [],
  views: [allRows, notReturnedRows],
  details: details({ authority: ['title', 'id', 'created_at', ['key', 'mono']] }),
  leading: ['id', 'title'],
  nameOf: certificateName,
});

export function certificateName({ title, id }: Certificate): string {
  return title === null || title === undefined || title.trim() === '' ? words.unnamed(id) : title;
}
