import { z } from 'zod';

/**
 * Where an export went. `path`: the file that the person chose a place for, or the name of the download. `downloads`:
 * one-use addresses of the host, from which the browser fetches the files; empty where they lie in place.
 */
export const exported = {
  path: z.string(),
  rows: z.number(),
  downloads: z.array(z.object({ name: z.string(), address: z.string() })),
};
export const Exported = z.object(exported);
export type Exported = z.infer<typeof Exported>;

/** Rows as a CSV file beside a manifest, which tells what was asked of which instance, and the file's sha256. */
export const ExportedRows = Exported.extend({ manifestPath: z.string(), sha256: z.string() });
export type ExportedRows = z.infer<typeof ExportedRows>;
