import { of } from '../operation-words.ts';

export const snippets = {
  'personal-snippets.create': of('Create', 'personal snippet'),
  'personal-snippets.edit': of('Edit', 'personal snippet'),
  'personal-snippets.remove': of('Delete', 'personal snippet'),
  'project-snippets.create': of('Create', 'project snippet'),
  'project-snippets.edit': of('Edit', 'project snippet'),
  'project-snippets.remove': of('Delete', 'project snippet'),
};
