import type { ListWords } from './list-words.ts';

const role = 'the Maintainer or Owner role in the project';

/** Texts of the download of an upload. */
export const uploadPage = {
  save: 'Save file…',
  saveTitle: 'Save file',
  saved: 'File saved',
  saveFailed: 'Couldn’t save the file',
  /** The hint of a link in a text. `name`: of the uploaded file. */
  saves: (name: string) => `Save ${name}…`,
  notStored: (name: string) => `${name} isn’t stored on this computer`,
  /** The platform lets only these roles open an upload by its ID (document 2:78). */
  saveDenied: `Couldn’t save the file: this requires ${role}`,
};

export const uploads: ListWords<'uploads'> = {
  noun: { one: 'upload', many: 'uploads' },
  searchHint: 'File name or person',
  role,
  groups: { upload: 'Upload' },
  fields: { filename: 'File', size: 'Bytes', created_at: 'Uploaded' },
  filters: {
    size_min: 'Bytes at least',
    created_after: 'Uploaded on or after',
    created_before: 'Uploaded on or before',
  },
};
