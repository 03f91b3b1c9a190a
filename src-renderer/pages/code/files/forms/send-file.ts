import { readScope, type Scope } from '#shared/contract/scope.ts';
import { aborted, Failure } from '#shared/errors.ts';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { visibleText } from '../../../../components/text/visible-text.ts';
import { planAndApply, refusedAt, type Outcome } from '../../../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../../../stores/context.ts';
import { readVersion, type FileVersion } from '../../../../stores/project/files/file-version.ts';
import type { WriteCall } from '../../../../stores/plans/writes.ts';
import { baseOf, branchOf, commitOf, startOf, type FileValues } from './file-values.ts';

const words = fileForms.errors;

/** The file that a form writes. */
export interface FormFile {
  scope: Scope;
  path: string;
}

interface Sending {
  stores: Stores;
  file: FormFile;
  values: FileValues;
  op: WriteCall['op'] & ('files.create' | 'files.edit' | 'files.remove' | 'commits.create');
  body: Record<string, unknown>;
  /** Title of the plan: a verb and its object. */
  title: string;
  /** The message after the write. */
  done: string;
}

/** `moved`: the version that is on the branch instead of the one that the person opened; null: it is the same, or none. */
export interface Sent {
  outcome: Outcome;
  moved: FileVersion | null;
}

/**
 * Send the values if the file on the branch is the one that was opened. If another ref had been opened, the version on
 * the branch is sent as the base.
 */
export async function sendChecked(
  { session }: Pick<Stores, 'session'>,
  file: FormFile,
  values: FileValues,
  { defaultBranch, send }: { defaultBranch: string | null; send: (values: FileValues) => Promise<Sent> },
): Promise<Sent> {
  const { base } = values;
  const ref = startOf(values);
  if (base === null || base.ref === ref || (base.ref === 'HEAD' && ref === defaultBranch)) return send(values);
  try {
    const now = await readVersion(session, { ...file, ref });
    if (now === 'no-ref' || now === 'absent') return refusedAtStart(values, now);
    return await (now.blobId === base.blobId ? send({ ...values, base: baseOf(now) }) : movedTo(now));
  } catch (thrown) {
    return { outcome: { kind: 'refused', failure: Failure.from(thrown) }, moved: null };
  }
}

/** Send a write of a file, and find out why it was refused. */
export async function sendFile({ stores, file, values, op, body, title, done }: Sending): Promise<Sent> {
  const { scope, path } = file;
  const id = readScope(scope)?.ref ?? '';
  const outcome = await planAndApply(stores, {
    calls: [{ op, path: op === 'commits.create' ? { id } : { id, file_path: path }, body }],
    title: () => title,
    done: () => done,
    explainsRefusals: true,
  });
  if (outcome.kind !== 'refused') return { outcome, moved: null };
  return explained(stores, file, values, outcome);
}

/** Change the mode of a file, with a commit that does not send its content. */
export function sendMode(sending: Omit<Sending, 'op' | 'body'>, execute_filemode: boolean): Promise<Sent> {
  const actions = [{ action: 'chmod', file_path: sending.file.path, execute_filemode }];
  return sendFile({ ...sending, op: 'commits.create', body: { ...commitOf(sending.values), actions } });
}

/**
 * A refusal names no reason (document 1:145), so the file is requested again: it may have been changed, deleted or
 * created meanwhile.
 */
async function explained(
  { session }: Stores,
  file: FormFile,
  values: FileValues,
  outcome: Outcome & { kind: 'refused' },
): Promise<Sent> {
  const { failure, op = '' } = outcome;
  const at = values.target === 'new' ? 'new_branch' : 'branch';
  if (failure.reason === 'role') return { outcome: refusedAt(outcome, at, words.push), moved: null };
  const message = failure.reportedMessage ?? '';
  if (values.target === 'new' && /branch.*already exists/i.test(message))
    return { outcome: refusedAt(outcome, at), moved: null };
  if (failure.status !== 400 && failure.code !== 'missing') return { outcome, moved: null };
  const { base } = values;
  if (base === null && /directory/i.test(message))
    return { outcome: refusedAt(outcome, 'path', words.folderExists(visibleText(startOf(values)))), moved: null };
  const now = await readVersion(session, { ...file, ref: startOf(values) }).catch(() => null);
  if (now === null) return { outcome, moved: null };
  if (now === 'no-ref' || now === 'absent') {
    const isExpected = base === null && now === 'absent';
    return isExpected ? { outcome, moved: null } : refusedAtStart(values, now, outcome);
  }
  if (base === null)
    return { outcome: refusedAt(outcome, 'path', words.pathExists(visibleText(startOf(values)))), moved: null };
  if (now.lastCommitId !== base.lastCommitId || now.blobId !== base.blobId) return movedTo(now);
  return { outcome: { ...outcome, why: `${refusalOf(op, failure).reason} ${words.notModified}` }, moved: null };
}

/** The form shows the notice about the other version instead of a message. */
const movedTo = (version: FileVersion): Sent => ({ outcome: { kind: 'refused', failure: aborted() }, moved: version });

function refusedAtStart(
  values: FileValues,
  why: 'no-ref' | 'absent',
  outcome: Outcome & { kind: 'refused' } = { kind: 'refused', failure: new Failure('missing', why) },
): Sent {
  const ref = visibleText(startOf(values));
  const field = values.target === 'new' ? 'start_branch' : 'branch';
  return {
    outcome: refusedAt(outcome, field, why === 'no-ref' ? words.noBranch(ref) : words.notOnBranch(ref)),
    moved: null,
  };
}

/** The message after a write: "Changed README.md on main". */
export const doneOn = (say: (path: string, branch: string) => string, { path }: FormFile, values: FileValues): string =>
  say(visibleText(path, 200), visibleText(branchOf(values), 100));
