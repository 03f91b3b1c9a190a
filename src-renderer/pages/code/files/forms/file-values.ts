import { z } from 'zod';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { branchNameProblem } from '../../../../console/forms/branch-name.ts';
import { keptDraft } from '../../../../console/forms/drafts.ts';
import type { FormDraft } from '../../../../console/forms/form-draft.svelte.ts';
import type { Stores } from '../../../../stores/context.ts';
import type { FileVersion } from '../../../../stores/project/files/file-version.ts';
import { pathError } from './names.ts';

const words = fileForms.errors;

export type BaseVersion = Omit<FileVersion, 'text'>;

/** The input of the forms that write a file. Each form shows some of these fields. */
export interface FileValues extends Record<string, unknown> {
  /** Where the commit is made. */
  target: 'existing' | 'new';
  branch: string;
  new_branch: string;
  start_branch: string;
  commit_message: string;
  author_name: string;
  author_email: string;
  /** Of a new file. */
  path: string;
  content: string;
  execute_filemode: boolean;
  /** The version that the person opened, without its text; null: a new file. */
  base: BaseVersion | null;
}

const text = z.string().default('');
const trimmed = z.string().trim().default('');
const newPath = z.string().refine((path) => pathError(path) === null, {
  error: ({ input }) => pathError(String(input)) ?? undefined,
});

/** Checks the input. `isNew`: the path is entered. */
export function fileSchema({ isNew }: { isNew: boolean }): z.ZodType<FileValues> {
  const schema = z.looseObject({
    target: z.enum(['existing', 'new']).default('existing'),
    branch: trimmed,
    new_branch: trimmed,
    start_branch: trimmed,
    commit_message: z.string().regex(/\S/),
    author_name: text,
    author_email: z.string().regex(/^$|^[^\s@<>]+@[^\s@<>]+$/, words.email),
    path: isNew ? newPath : text,
    content: text,
    execute_filemode: z.boolean().default(false),
  });
  const branches = schema.check(({ value, issues }) => {
    const refuse = (field: keyof FileValues, message: string | null): void => {
      if (message !== null) issues.push({ code: 'custom', message, input: value, path: [field], continue: true });
    };
    if (value.target === 'existing') return refuse('branch', value.branch === '' ? words.branch : null);
    refuse('new_branch', branchNameProblem(value.new_branch));
    refuse('start_branch', value.start_branch === '' ? words.startBranch : null);
  });
  return branches as unknown as z.ZodType<FileValues>;
}

/** The draft of a form, as `keptDraft` keeps it. The dialog fills in the names of the branches. */
export function fileDraft(stores: Stores, name: string, initial: Partial<FileValues>): FormDraft<FileValues> {
  const schema = fileSchema({ isNew: initial.path !== undefined });
  return keptDraft<FileValues>(stores, name, schema, {
    ...{ target: 'existing', branch: '', start_branch: '', new_branch: '' },
    ...{ commit_message: '', author_name: '', author_email: '', ...initial },
  });
}

/** The parameters that all writes of a file have. */
export function commitOf(values: FileValues) {
  const { target, branch, new_branch, start_branch, commit_message, author_name, author_email } = values;
  return {
    ...(target === 'new' ? { branch: new_branch, start_branch } : { branch }),
    commit_message,
    ...(author_name === '' ? {} : { author_name }),
    ...(author_email === '' ? {} : { author_email }),
  };
}

export const baseOf = ({ text: _, ...base }: FileVersion): BaseVersion => base;

/**
 * The last known commit of the file. It is sent, so that the platform refuses to overwrite a change that somebody else
 * made meanwhile.
 */
export const lastCommitOf = ({ base }: FileValues) =>
  base === null || base.lastCommitId === null ? {} : { last_commit_id: base.lastCommitId };

/** The branch that has the file before the commit. */
export const startOf = ({ target, branch, start_branch }: FileValues): string =>
  target === 'new' ? start_branch : branch;
/** The branch that has the commit. */
export const branchOf = ({ target, branch, new_branch }: FileValues): string =>
  target === 'new' ? new_branch : branch;
