import { z } from 'zod';
import { ImportReport } from '#shared/contract/imports.ts';
import { endpoint, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

const Listed = z.looseObject({ id: z.number().int(), name: z.string().nullish() });

/**
 * Undocumented endpoints that a platform of this family may have. They are only read, nothing depends on them, and they
 * are not part of `endpoints`.
 */
export const probes = table('probes', {
  version: endpoint('GET /version', { reply: z.looseObject({ version: z.string().nullish() }), doc: 'none' }),
  user: endpoint('GET /user', {
    reply: z.looseObject({ id: z.number().int(), username: z.string().nullish() }),
    doc: 'none',
  }),
  groups: endpoint('GET /groups', {
    query: z.object(offsetPaging),
    reply: rowsOf(Listed.extend({ full_path: z.string().nullish() })),
    paging: 'offset',
    doc: 'none',
  }),
  projects: endpoint('GET /projects', {
    query: z.object({ ...offsetPaging, simple: z.boolean().optional() }),
    reply: rowsOf(Listed.extend({ path_with_namespace: z.string().nullish() })),
    paging: 'offset',
    doc: 'none',
  }),
  importStatus: endpoint('GET /projects/:id/import', { reply: ImportReport, doc: 'none' }),
});
