import { z } from 'zod';
import { instant } from './kit.ts';

/** The reply to an upload (document 2:23). Its addresses contain the 32 characters with which members can open the file. */
export const UploadCreated = z.looseObject({
  /** Missing on older versions of the platform. */
  id: z.number().int().nullish(),
  alt: z.string().nullish(),
  url: z.string().nullish(),
  full_path: z.string().nullish(),
  markdown: z.string().nullish(),
});
export type UploadCreated = z.infer<typeof UploadCreated>;

/** An uploaded file as the list replies (document 2:23). */
export const UploadItem = z.looseObject({
  id: z.number().int(),
  filename: z.string().nullish(),
  /** In bytes. */
  size: z.number().int().nullish(),
  created_at: instant.nullish(),
  /** Null: not known. */
  uploaded_by: z
    .looseObject({ id: z.number().int().nullish(), name: z.string().nullish(), username: z.string().nullish() })
    .nullish(),
});
export type UploadItem = z.infer<typeof UploadItem>;
