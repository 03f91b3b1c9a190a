import { projectSnippets as api } from '#main/api/endpoints/project-snippets.ts';
import type { Subjects } from '../subject/subject.ts';
import { orNull, readBy } from '../subject/reading.ts';
import { snippetSubjects } from './snippets.ts';

/** Of their files this API reads the first one alone. */
const { create, edit, remove } = snippetSubjects({
  stem: 'project-snippets',
  readsAll: false,
  parameter: 'snippet_id',
  read: readBy(api.get),
  file: async ({ path }, _, isFirst, { send, signal }) => {
    if (!isFirst) return null;
    const at = { id: path['id'] ?? '', snippet_id: path['snippet_id'] ?? '' };
    return orNull(send(api.raw, { path: at }, signal));
  },
});

export const projectSnippets: Subjects = {
  'project-snippets.create': create,
  'project-snippets.edit': edit,
  'project-snippets.remove': remove,
};
