import { z } from 'zod';
import { bytes, endpoint, exact, headers, lossy, none, rowsOf, table, upload } from '#main/api/endpoint.ts';

const Thing = z.looseObject({ id: z.number(), kind: z.string().optional() });

/** Endpoints of every kind, in the spelling of the documents. */
export const sampleEndpoints = table('things', {
  list: endpoint('GET /runners', {
    query: z.object({ paused: z.boolean().optional(), page: z.number().optional() }),
    reply: rowsOf(Thing),
    paging: 'offset',
    doc: '3:90',
  }),
  get: endpoint('GET /runners/:id', { reply: Thing, doc: '3:92' }),
  head: endpoint('HEAD /projects/:id/repository/files/:file_path', {
    query: z.object({ ref: z.string() }),
    reply: headers,
    doc: '1:141',
  }),
  raw: endpoint('GET /projects/:id/jobs/:job_id/artifacts/*artifact_path', {
    query: z.object({ job_token: z.string().optional() }),
    reply: bytes,
    secrets: ['job_token'],
    doc: '1:168',
  }),
  file: endpoint('GET /projects/:id/repository/files/:file_path', {
    query: z.object({ ref: z.string() }),
    reply: z.looseObject({}),
    limit: 'large-blob',
    doc: '1:140',
  }),
  edit: endpoint('PUT /runners/:id', {
    body: z.object({ paused: z.boolean().optional(), tag_list: z.array(z.string()).optional() }),
    reply: Thing,
    undo: lossy('run_untagged', 'locked'),
    doc: '3:93',
  }),
  add: endpoint('POST /groups/:id/ssh_certificates', {
    body: z.object({ title: z.string(), key: z.string() }),
    reply: Thing,
    undo: exact(),
    secrets: ['key'],
    doc: '3:71',
  }),
  sync: endpoint('POST /projects/:id/remote_mirrors/:mirror_id/sync', { undo: none('a push went out'), doc: '1:188' }),
  remove: endpoint('DELETE /projects/:id/remote_mirrors/:mirror_id', { undo: lossy('id'), doc: '1:189' }),
  upload: endpoint('POST /projects/:id/uploads', {
    body: z.object({ file: upload, note: z.string().optional() }),
    bodyKind: 'multipart',
    reply: Thing,
    undo: exact(),
    doc: '2:76',
  }),
  commit: endpoint('POST /projects/:id/repository/files/:id', {
    body: z.object({ file: upload }),
    bodyKind: 'multipart',
    reply: Thing,
    undo: exact(),
    limit: 'large-request',
    doc: '1:144',
  }),
  resend: endpoint('POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend', {
    undo: none('a delivery went out'),
    limit: 'resend',
    doc: '1:179',
  }),
  importA: endpoint('POST /import/codehost_a', {
    body: z.object({ personal_access_token: z.string(), codehost_a_hostname: z.string().optional() }),
    undo: none('the project stays'),
    secrets: ['personal_access_token'],
    doc: '3:98',
  }),
});
