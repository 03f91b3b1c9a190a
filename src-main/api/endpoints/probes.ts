import { z } from 'zod';
import { ImportReport } from '#shared/contract/imports.ts';
import { endpoint, paged, table } from '../endpoint.ts';

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
  groups: endpoint('GET /groups', { ...paged(Listed.extend({ full_path: z.string().nullish() })), doc: 'none' }),
  projects: endpoint('GET /projects', {
    ...paged(
      Listed.extend({ path_with_namespace: z.string().nullish() }),
      z.object({ simple: z.boolean().optional() }),
    ),
    doc: 'none',
  }),
  importStatus: endpoint('GET /projects/:id/import', { reply: ImportReport, doc: 'none' }),
});
