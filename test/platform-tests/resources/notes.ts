/** Fields of document 2, Note. */
export const NOTE = [
  ...['id', 'body', 'author', 'created_at', 'updated_at', 'system', 'noteable_id', 'noteable_iid', 'project_id'],
  ...['noteable_type', 'resolvable', 'confidential', 'internal', 'imported', 'imported_from'],
];
/** The author of notes and snippets (readings 21). */
export const AUTHOR = ['id', 'username', 'email', 'name', 'state', 'created_at'];
