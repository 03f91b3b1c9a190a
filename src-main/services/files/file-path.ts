import { mostPathCharacters } from '#shared/contract/repository-files.ts';
import { Failure } from '#shared/errors.ts';

/** Whether a path can be that of a file in a repository: relative, without empty segments, `.`, `..` and NUL. */
export function isFilePath(path: string): boolean {
  return (
    path !== '' &&
    path.length <= mostPathCharacters &&
    path.isWellFormed() &&
    !path.includes('\0') &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

/** A path as a person enters it: spaces around it and a leading `/` or `./` are ignored. Fails: `invalid`, field `path`. */
export function enteredPath(text: string): string {
  const path = text.trim().replace(/^(\.?\/)+/, '');
  if (!isFilePath(path)) throw new Failure('invalid', 'not a path in a repository', { field: 'path' });
  return path;
}
