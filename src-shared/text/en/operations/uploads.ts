import { of, planned } from '../operation-words.ts';

export const uploads = {
  'uploads.create': of('Upload', 'file'),
  'uploads.remove': planned(of('Delete', 'upload')),
  'uploads.removeBySecret': planned(of('Delete', 'upload by its address', 'uploads by their addresses')),
};
