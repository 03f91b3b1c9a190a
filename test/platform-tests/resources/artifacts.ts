/** Document 1, Artifact tree entry. */
export const FILE_ENTRY = ['mode', 'name', 'path', 'size', 'type'];
export const DIRECTORY_ENTRY = ['mode', 'name', 'path', 'type'];
