import { sshCertificates as words } from '#shared/text/en/ssh-certificates.ts';
import { z } from 'zod';
import { defineList, type ListColumn } from '../../console/list-spec.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Certificate = RowOf<'sshCertificates'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<Certificate>> = {},
): ListColumn<Certificate> => ({ id, title: words.columns[id], widthPx, ...more });

/** SSH certificates of the chosen top-level group: keys whose signatures it trusts. */
export const certificatesList = defineList('sshCertificates', {
  path: '/ssh-certificates',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  role: words.role,
  scopes: ['group'],
  columns: [
    column('title', 260, { sortBy: 'title', isPinned: true }),
    column('key', 420, { format: 'mono' }),
    column('created_at', 116, { sortBy: 'created_at', format: 'moment', align: 'end' }),
    column('age', 92, { align: 'end' }),
    column('id', 76, { sortBy: 'id', align: 'end', isOptional: true }),
  ],
  filter: z.object({}),
  filters: [],
  sort: { by: 'title', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  details: [
    {
      id: 'authority',
      title: words.group,
      fields: [
        { name: 'title', label: words.fields.title },
        { name: 'id', label: words.fields.id, format: 'mono' },
        { name: 'created_at', label: words.fields.created_at, format: 'moment' },
        { name: 'key', label: words.fields.key, format: 'mono' },
      ],
    },
  ],
  leading: ['id', 'title'],
  nameOf: certificateName,
  aboutOf: ({ id }) => `#${id}`,
});

export function certificateName({ title, id }: Certificate): string {
  return title === null || title === undefined || title.trim() === '' ? words.unnamed(id) : title;
}
