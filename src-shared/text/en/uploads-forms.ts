import { plural } from './moments.ts';

/** Texts of the forms that upload and delete files. */
export const uploadForms = {
  upload: {
    label: 'Upload files…',
    title: 'Upload files',
    text: (where: string) =>
      `To ${where}. Everyone who has the address of an uploaded file and can see the project can open the file.`,
    field: 'Files',
    help: 'The API documents no maximum size. If a file is too large for the instance, the instance refuses it.',
    noFile: 'Choose at least one file.',
    tooMany: (most: number) => `Choose at most ${plural(most, 'file')} at once.`,
    submit: 'Upload files',
    plan: (n: number) => `Upload ${plural(n, 'file')}`,
    done: (name: string) => `Uploaded ${name}`,
    consequence:
      'After the upload, copy the Markdown link of each file. The API doesn’t return it again, and Reeve keeps it only until you quit.',
  },
  remove: {
    label: 'Delete…',
    plan: (n: number) => `Delete ${plural(n, 'upload')}`,
    done: (name: string) => `Deleted ${name}`,
    consequence: 'Links to a deleted file stop working.',
  },
  removeByAddress: {
    label: 'Delete upload by address…',
    title: 'Delete upload by address',
    text: (where: string) => `In ${where}. Use this if you have the link of a file but don’t know its ID.`,
    field: 'Address or Markdown link',
    help: 'The address contains a secret of 32 characters, so it is hidden here and not stored.',
    names: (name: string) => `Deletes ${name}.`,
    submit: 'Delete upload…',
    errors: {
      noAddress: 'Enter the whole address of an upload. It ends with a secret of 32 characters and the file name.',
      otherInstance: 'This address belongs to another instance.',
      otherProject: 'This address belongs to another project.',
    },
  },
};
