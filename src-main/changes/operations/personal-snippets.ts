import { personalSnippets as api } from '#main/api/endpoints/personal-snippets.ts';
import type { Subjects } from '../subject/subject.ts';
import { orNull, readBy } from '../subject/reading.ts';
import { snippetSubjects } from './snippets.ts';

const { create, edit, remove } = snippetSubjects({
  stem: 'personal-snippets',
  readsAll: true,
  parameter: 'id',
  read: readBy(api.get),
  file: ({ path }, file_path, _, { send, signal }) =>
    orNull(send(api.rawFile, { path: { id: path['id'] ?? '', ref: 'HEAD', file_path } }, signal)),
});

export const personalSnippets: Subjects = {
  'personal-snippets.create': create,
  'personal-snippets.edit': edit,
  'personal-snippets.remove': remove,
};
