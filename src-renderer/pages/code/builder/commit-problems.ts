import { commitBuilder } from '#shared/text/en/commit-builder-forms.ts';
import { branchNameProblem } from '../../../console/forms/branch-name.ts';
import type { ActionInput, BuilderAction } from '../../../stores/commit-builder/builder-action.svelte.ts';
import type { CommitField, CommitFields } from '../../../stores/commit-builder/builder-draft.svelte.ts';
import { pathError } from '../files/forms/names.ts';

const words = commitBuilder.errors;

export type FieldProblems = Partial<Record<CommitField | 'actions', string>>;
/** The field of an action that a problem is about. */
export type ActionField = 'file_path' | 'previous_path' | 'content' | 'execute_filemode';
export type ActionProblems = Partial<Record<ActionField, string>>;

/** What is known about the branch of a commit; null: not known. */
export interface KnownBranch {
  exists: boolean | null;
  /** The start was not found when the files were read. */
  missingRef: string | null;
}

/** Problems of the fields other than the actions. They must be solved before the commit is sent. */
export function fieldProblems(fields: CommitFields, branch: KnownBranch, actions: number): FieldProblems {
  const { startBy, start_branch, start_sha, start_project, author_email, force, allow_empty } = fields;
  const start = (startBy === 'sha' ? start_sha : start_branch).trim();
  const startField = startBy === 'sha' ? 'start_sha' : 'start_branch';
  const name = fields.branch.trim();
  const project = start_project.trim();
  const email = author_email.trim();
  const nameProblem = branchNameProblem(name);
  return {
    ...(nameProblem !== null && { branch: nameProblem }),
    ...(startBy === 'sha' && start !== '' && !/^[0-9a-f]{40}$/i.test(start) && { start_sha: words.sha }),
    ...(start === '' && branch.exists === false && { [startField]: words.start }),
    ...(start !== '' && branch.exists === true && !force && start !== name && { [startField]: words.startExists }),
    ...(branch.missingRef !== null &&
      branch.missingRef === start && { [startField]: words.startMissing(branch.missingRef) }),
    ...(project !== '' && !/^(?:\d+|[^\s/:]+(?:\/[^\s/:]+)+)$/.test(project) && { start_project: words.project }),
    ...(fields.commit_message.trim() === '' && { commit_message: words.message }),
    ...(email !== '' && !/^[^\s<>@]+@[^\s<>@]+$/.test(email) && { author_email: words.email }),
    ...(actions === 0 && !allow_empty && { actions: words.noActions }),
  };
}

type Checked = ActionInput &
  Pick<BuilderAction, 'sourcePath' | 'targetPath' | 'text' | 'isContentNew' | 'isTaken'> & {
    source: Pick<NonNullable<BuilderAction['source']>, 'found' | 'text' | 'isExecutable'> | null;
  };

/** The change of a path by an earlier action. */
type Touch = 'written' | 'moved' | 'deleted' | 'mode';

/** The problems of each action, in their order. The platform carries them out one after the other. */
export function actionProblems(actions: readonly Checked[]): ActionProblems[] {
  const touched = new Map<string, Touch>();
  return actions.map((one) => {
    const problems = { ...pathProblems(one, touched), ...contentProblems(one, touched) };
    touch(one, touched);
    return problems;
  });
}

function pathProblems(one: Checked, touched: ReadonlyMap<string, Touch>): ActionProblems {
  const { action, source, sourcePath, targetPath, isTaken } = one;
  const sourceField = action === 'move' ? 'previous_path' : 'file_path';
  const problems: ActionProblems = {};
  if (sourcePath !== null) {
    const before = touched.get(sourcePath);
    if (pathError(sourcePath) !== null) problems[sourceField] = words.path;
    else if (before === 'moved') problems[sourceField] = words.movedBefore;
    else if (before === 'deleted') problems[sourceField] = words.deletedBefore;
    else if (before !== undefined && !(action === 'chmod' && before === 'written'))
      problems[sourceField] = words.duplicate;
    else if (before === undefined && source?.found === false) problems[sourceField] = words.missing;
  }
  if (targetPath !== null) {
    const before = touched.get(targetPath);
    if (pathError(targetPath) !== null) problems.file_path = words.path;
    else if (targetPath === sourcePath) problems.file_path = words.samePath;
    else if (before === 'written' || before === 'mode') problems.file_path = words.duplicate;
    else if (before === undefined && isTaken === true) problems.file_path = words.exists;
  }
  return problems;
}

function contentProblems(one: Checked, touched: ReadonlyMap<string, Touch>): ActionProblems {
  const { action, source, encoding, isContentNew, text } = one;
  if (action === 'chmod') {
    const isOwn = touched.has(one.file_path.trim());
    return !isOwn && source?.isExecutable === one.execute_filemode ? { execute_filemode: words.mode } : {};
  }
  if (action === 'delete') return {};
  const base64 = one.base64.replaceAll(/\s/g, '');
  if (encoding === 'base64') {
    if (one.staged !== null) return {};
    if (base64 === '') return action === 'move' ? {} : { content: words.content };
    return isBase64(base64) ? {} : { content: words.base64 };
  }
  if (action !== 'update' || source === null || source.found !== true) return {};
  if (source.text === null && text === null) return { content: words.notText };
  return isContentNew ? {} : { content: words.unchanged };
}

function touch({ action, file_path, sourcePath }: Checked, touched: Map<string, Touch>): void {
  if (action === 'move' && sourcePath !== null) touched.set(sourcePath, 'moved');
  touched.set(file_path.trim(), action === 'delete' ? 'deleted' : action === 'chmod' ? 'mode' : 'written');
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** Whether there is at least one problem. */
export const hasProblems = (problems: FieldProblems | ActionProblems): boolean => Object.keys(problems).length > 0;
