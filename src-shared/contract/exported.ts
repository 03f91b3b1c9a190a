import { z } from 'zod';

/**
 * The result of an export. `path`: the path that the person chose, or the name of the download. `downloads`: random
 * addresses on the host from which the browser downloads the files; empty if the files are already at `path`.
 */
export const exported = {
  path: z.string(),
  rows: z.number(),
  downloads: z.array(z.object({ name: z.string(), address: z.string() })),
};
export const Exported = z.object(exported);
export type Exported = z.infer<typeof Exported>;

export const ExportFormat = z.enum(['csv', 'json']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** A file with rows, and its manifest with the query, the instance and the SHA-256 of the file. */
export const ExportedRows = Exported.extend({ manifestPath: z.string(), sha256: z.string() });
export type ExportedRows = z.infer<typeof ExportedRows>;
