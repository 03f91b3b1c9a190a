import { mostPathCharacters } from '#shared/contract/repository-files.ts';
import { fileForms } from '#shared/text/en/file-forms.ts';

const words = fileForms.errors;

/** What is wrong with the path of a new file, in a sentence; null: nothing (document 1:145). */
export function pathError(path: string): string | null {
  if (path === '') return words.path;
  if (path.length > mostPathCharacters) return words.pathLong(mostPathCharacters);
  const segments = path.split('/');
  if (path.includes('\0') || segments.some((one) => one === '' || one === '.' || one === '..'))
    return words.pathSegments;
  return segments.some((one) => one.toLowerCase() === '.git') ? words.pathGit : null;
}

/** The last segment of a path. */
export function fileNameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** A text converted to a valid branch name, for a suggestion. */
export function branchNameFrom(text: string): string {
  const name = text.replaceAll(/[^\p{L}\p{N}._/-]+/gu, '-').replaceAll(/\.{2,}/g, '.');
  return name.replace(/(?:\.lock|[./-])+$/, '');
}
