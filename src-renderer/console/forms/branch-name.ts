import { branchName as words } from '#shared/text/en/branch-name.ts';

/**
 * Why a branch can't have this name, in a sentence; null if it can. Spaces and `~^:?*[` are refused; `/` and `.` are
 * allowed (document 1:157, readings 3). The other rules are those of Git.
 */
export function branchNameProblem(name: string, taken: readonly string[] = []): string | null {
  if (name === '') return words.empty;
  // eslint-disable-next-line no-control-regex -- the expression finds control characters
  if (/[\u0000-\u001f\u007f]/.test(name)) return words.control;
  const [character] = /[~^:?*[\\]|\s/.exec(name) ?? [];
  if (character !== undefined) return words.character(character.trim() === '' ? ' ' : character);
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(name)) return words.sha;
  const isShaped = !/^[-/]|[/.]$|\.\.|\/\/|@\{|(^|\/)\.|\.lock($|\/)/.test(name) && name !== '@' && name !== 'HEAD';
  if (!isShaped) return words.shape;
  return taken.includes(name) ? words.taken : null;
}
