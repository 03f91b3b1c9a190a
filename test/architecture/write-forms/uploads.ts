import type { Forms } from './form-list.ts';

export const forms: Forms = {
  'uploads.create': { files: ['pages/uploads/upload-writes.ts', 'pages/uploads/upload-files.ts'] },
  'uploads.remove': { files: ['pages/uploads/upload-writes.ts', 'pages/uploads/UploadsPage.svelte'] },
  'uploads.removeBySecret': { files: ['pages/uploads/upload-writes.ts', 'pages/uploads/delete-by-address.ts'] },
};
