import { z } from 'zod';
import { command, event, query } from './kit.ts';

/** A file that is being downloaded for a person. `totalBytes`: null if the platform does not report it. */
export const Download = z.object({
  id: z.number().int(),
  name: z.string(),
  receivedBytes: z.number(),
  totalBytes: z.number().nullable(),
});
export type Download = z.infer<typeof Download>;

/** Downloads for which a person waits. Those of pins and dependency exports belong to their jobs and watches. */
export const downloads = {
  /** Downloads that have been running for half a second, the oldest first. */
  list: query(z.object({}).optional(), z.object({ downloads: z.array(Download) })),
  /** Cancel a download: its call fails with `aborted`, and nothing of it is kept. False: it has ended. */
  cancel: command(z.object({ id: z.number().int() }), z.object({ canceled: z.boolean() })),
  /** About ten times a second while a download is running. */
  changed: event(z.object({})),
};
