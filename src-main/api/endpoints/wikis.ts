import { WikiAttachment, WikiPage, WikiPageCreate, WikiPageEdit } from '#shared/contract/wikis.ts';
import { z } from 'zod';
import { endpoint, exact, none, paged, table, upload } from '../endpoint.ts';

const leaves = 'both changes stay in the history';
const undo = exact(leaves);

export const wikis = table('wikis', {
  list: endpoint('GET /projects/:id/wikis', {
    ...paged(WikiPage, z.object({ with_content: z.boolean().optional() })),
    isWholeWithoutHeaders: true,
    doc: '2:68',
  }),
  get: endpoint('GET /projects/:id/wikis/:slug', {
    query: z.object({
      render_html: z.boolean().optional(),
      /** SHA of the version; default: the newest. */
      version: z.string().min(1).optional(),
    }),
    reply: WikiPage,
    doc: '2:69',
  }),
  create: endpoint('POST /projects/:id/wikis', {
    body: WikiPageCreate,
    reply: WikiPage,
    undo: exact(leaves, 'the undo may require the Maintainer role'),
    doc: '2:70',
  }),
  /** Not repeated: a new title changes the slug, so a second request would find no page. */
  edit: endpoint('PUT /projects/:id/wikis/:slug', {
    body: WikiPageEdit,
    reply: WikiPage,
    repeat: 'never',
    undo,
    doc: '2:71',
  }),
  remove: endpoint('DELETE /projects/:id/wikis/:slug', { undo, doc: '2:72' }),
  attach: endpoint('POST /projects/:id/wikis/attachments', {
    body: z.object({
      file: upload,
      /** Default: the default branch of the wiki. */
      branch: z.string().min(1).optional(),
    }),
    bodyKind: 'multipart',
    reply: WikiAttachment,
    undo: none('Reeve can’t delete attachments'),
    doc: '2:73',
  }),
});
