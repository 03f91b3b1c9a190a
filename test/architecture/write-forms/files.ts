import type { Forms } from './form-list.ts';

const folder = 'pages/code/files/forms';
const commit = [`${folder}/file-values.ts`, `${folder}/commit-fields.ts`];
const content = [`${folder}/EditFile.svelte`, `${folder}/FileContent.svelte`, ...commit];

export const forms: Forms = {
  'files.create': { files: content },
  'files.edit': { files: content },
  'files.remove': { files: [`${folder}/RemoveFile.svelte`, ...commit] },
};
