import { UploadCreated, UploadItem } from '#shared/contract/uploads.ts';
import { z } from 'zod';
import { bytes, endpoint, exact, none, paged, table, upload } from '../endpoint.ts';

const role = 'Maintainer or Owner';
const secrets = ['secret'];
const undo = none('a new upload would have another address');

export const uploads = table('uploads', {
  create: endpoint('POST /projects/:id/uploads', {
    body: z.object({ file: upload }),
    bodyKind: 'multipart',
    reply: UploadCreated,
    undo: exact(undefined, 'the undo requires the Maintainer or Owner role'),
    // The 32 characters in the address give access to the file without a token
    secrets: ['markdown', 'url', 'full_path'],
    doc: '2:76',
  }),
  /** Newest first. */
  list: endpoint('GET /projects/:id/uploads', { ...paged(UploadItem), role, doc: '2:77' }),
  file: endpoint('GET /projects/:id/uploads/:upload_id', { reply: bytes, role, doc: '2:78' }),
  /** Identified by the 32 characters and the name in its address. */
  fileBySecret: endpoint('GET /projects/:id/uploads/:secret/:filename', {
    reply: bytes,
    secrets,
    role: 'Guest',
    doc: '2:79',
  }),
  remove: endpoint('DELETE /projects/:id/uploads/:upload_id', { undo, role, doc: '2:80' }),
  removeBySecret: endpoint('DELETE /projects/:id/uploads/:secret/:filename', { undo, secrets, role, doc: '2:80' }),
});
