import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { Exported } from './exported.ts';
import { between, command, instant, nullish, Scope } from './kit.ts';

/** The reply to an upload (document 2:23). Its addresses contain the 32 characters with which members can open the file. */
export const UploadCreated = z.looseObject({
  /** Missing on older versions of the platform. */
  id: z.number().int().nullish(),
  ...nullish(z.string(), 'alt', 'url', 'full_path', 'markdown'),
});

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

/** What identifies an uploaded file in its address `/uploads/SECRET/NAME` (document 2:79). */
export const UploadAddress = z.object({
  secret: z.string().regex(/^[\w-]{32}$/, 'a secret of 32 characters'),
  name: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^(?!\.+$)[^/]+$/, 'the name of a file'),
});

export const UploadListFilter = z.object({
  username: z.string().min(1).optional(),
  size_min: z.number().int().optional(),
  ...between('created'),
});

/** The uploaded files of projects: `project:ID`. Their addresses, which contain a secret, are not part of the list. */
export const uploads = collection({
  row: UploadItem,
  lists: { project: 'GET /projects/:id/uploads' },
  kept: nightly(1),
  setup: { position: 122, role: 'maintainer' },
  title: 'filename',
  columns: {
    filename: 'normal',
    size: 'number',
    created_at: 'moment',
    username: { field: 'uploaded_by.username', as: 'folded' },
  },
  order: { by: 'created_at', direction: 'desc' },
  groups: { upload: ['filename', 'size', 'created_at', 'uploaded_by', 'id'] },
  searched: ['filename', 'uploaded_by.name', 'uploaded_by.username'],
  indexes: [['filename'], ['size'], ['created_at']],
  filter: UploadListFilter,
  where: {
    username: 'folded',
    size_min: { by: 'atLeast', column: 'size' },
    created_after: { by: 'since', column: 'created_at' },
    created_before: { by: 'until', column: 'created_at' },
  },
  isInPalette: false,
  isCounted: false,
  verbs: {
    /**
     * Download an upload to a place that the person chooses. Fails: `aborted` when the person cancels; as a request.
     */
    save: command(z.object({ scope: Scope, id: z.number().int() }), Exported, { remote: true }),
    /**
     * Download a file that a text links to, by the secret and the name in its address, to a place that the person
     * chooses. Members can do this from the Guest role on. `scope`: the project. Fails: as `save`.
     */
    saveLinked: command(z.object({ scope: Scope, ...UploadAddress.shape }), Exported, { remote: true }),
  },
});
