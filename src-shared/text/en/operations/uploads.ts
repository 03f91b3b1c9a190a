import { of } from '../operation-words.ts';

export const uploads = {
  'uploads.create': of('Upload', 'file'),
  'uploads.remove': of('Delete', 'upload'),
  'uploads.removeBySecret': of('Delete', 'upload by its address', 'uploads by their addresses'),
};
