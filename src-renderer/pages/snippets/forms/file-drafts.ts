import type { SnippetAction } from '#shared/contract/snippets.ts';
import { snippetForm as words } from '#shared/text/en/snippet-forms.ts';
import type { SnippetText, UnreadReason } from '../../../stores/project/snippets/snippet-files.ts';

/** A file in the form. */
export interface FileDraft {
  /** Its number in the form. */
  id: number;
  /** Its path in the snippet; null: it is new. */
  was: string | null;
  path: string;
  /** Its content in the snippet; null: it is new, or its content could not be read. */
  before: string | null;
  /** Null: its content is left as it is. */
  content: string | null;
  why: UnreadReason | null;
  isDeleted: boolean;
}

/** The errors of one file at its fields. */
export interface FileProblem {
  path?: string;
  content?: string;
}

export const newFile = (files: readonly FileDraft[]): FileDraft => ({
  ...{ id: Math.max(0, ...files.map(({ id }) => id)) + 1, was: null, path: '', before: null, content: '' },
  ...{ why: null, isDeleted: false },
});

export function draftsOf(loaded: readonly SnippetText[]): FileDraft[] {
  return loaded.map(({ path, text, why }, at) => ({
    ...{ id: at + 1, was: path, path, before: text, content: text },
    ...{ why, isDeleted: false },
  }));
}

export type FileChange = 'new' | 'deleted' | 'renamed' | 'changed' | null;

/** How a file differs from the file in the snippet; null: not at all. */
export function changeOf({ was, path, before, content, isDeleted }: FileDraft): FileChange {
  if (was === null) return 'new';
  if (isDeleted) return 'deleted';
  if (path !== was) return 'renamed';
  return content === before ? null : 'changed';
}

/** Whether saving removes a content that could not be read, so that no undo can restore it. */
export const losesContent = ({ was, content, why, isDeleted }: FileDraft): boolean =>
  was !== null && why !== null && (isDeleted || content !== null);

/**
 * The actions that make the files of the snippet those of the form. Files are deleted first, so that another file can
 * take the path of a deleted one.
 */
export function actionsOf(files: readonly FileDraft[]): SnippetAction[] {
  const actions = files.flatMap(actionOf);
  const order = ['delete', 'move', 'update', 'create'];
  return actions.toSorted((one, other) => order.indexOf(one.action) - order.indexOf(other.action));
}

function actionOf(file: FileDraft): SnippetAction[] {
  const { was, path: file_path, before, content } = file;
  switch (changeOf(file)) {
    case 'new':
      return [{ action: 'create', file_path, content: content ?? '' }];
    case 'deleted':
      return [{ action: 'delete', file_path: was ?? '' }];
    case 'renamed': {
      const changed = content === null || content === before ? {} : { content };
      return [{ action: 'move', file_path, previous_path: was ?? '', ...changed }];
    }
    case 'changed':
      return [{ action: 'update', file_path, content: content ?? '' }];
    case null:
      return [];
  }
}

/** The errors of the files, by their numbers. A deleted file has none. */
export function problemsOf(files: readonly FileDraft[]): ReadonlyMap<number, FileProblem> {
  const kept = files.filter(({ isDeleted }) => !isDeleted);
  const problems = new Map<number, FileProblem>();
  for (const file of kept) {
    const path = pathProblem(file, kept);
    const isMissing = file.content?.length === 0 && file.content !== file.before;
    if (path === null && !isMissing) continue;
    problems.set(file.id, { ...(path !== null && { path }), ...(isMissing && { content: words.errors.content }) });
  }
  return problems;
}

function pathProblem({ id, path, was }: FileDraft, kept: readonly FileDraft[]): string | null {
  if (path === was) return null;
  if (path.trim() === '') return words.errors.path;
  if (/^\/|\/$|\/\/|\0/.test(path) || path.split('/').some((step) => step === '.' || step === '..')) {
    return words.errors.invalidPath;
  }
  const others = kept.filter((other) => other.id !== id);
  if (others.some((other) => other.path === path)) return words.errors.samePath;
  return others.some((other) => other.was === path) ? words.errors.formerPath : null;
}

/** The error of all files together; null: none. */
export function filesProblem(files: readonly FileDraft[]): string | null {
  return files.every(({ isDeleted }) => isDeleted) ? words.errors.files : null;
}

/**
 * The files of the form on top of the newest ones of the snippet. Changed texts and paths are kept. A changed file that
 * no longer exists becomes a new one.
 */
export function rebased(files: readonly FileDraft[], loaded: readonly SnippetText[]): FileDraft[] {
  const known = files.flatMap((file): FileDraft[] => {
    if (file.was === null) return [file];
    const now = loaded.find(({ path }) => path === file.was);
    if (now !== undefined) {
      const content = file.content === file.before ? now.text : file.content;
      return [{ ...file, before: now.text, content, why: now.why }];
    }
    const isKept = changeOf(file) === 'changed' || (changeOf(file) === 'renamed' && file.content !== null);
    return isKept ? [{ ...file, was: null, before: null }] : [];
  });
  const added = loaded.filter(({ path }) => !files.some(({ was }) => was === path));
  const last = Math.max(0, ...files.map(({ id }) => id));
  return [...known, ...draftsOf(added).map((file) => ({ ...file, id: last + file.id }))];
}
