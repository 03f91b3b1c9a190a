/** Fields of document 2, Release. */
export const RELEASE = [
  ...['name', 'tag_name', 'description', 'created_at', 'released_at', 'author', 'commit', 'upcoming_release'],
  ...['commit_path', 'tag_path'],
];
