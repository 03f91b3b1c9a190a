import type { CommitAction, CommitCreate } from '#shared/contract/commits.ts';
import { base64Length } from '#shared/request-sizes.ts';
import type { ActionInput, BuilderAction } from '../../../stores/commit-builder/builder-action.svelte.ts';
import type { CommitFields } from '../../../stores/commit-builder/builder-draft.svelte.ts';

export const byteOrderMark = '\u{feff}';

/** What the body needs of an action. */
export type SentAction = ActionInput &
  Pick<BuilderAction, 'newText' | 'isContentNew'> & {
    source: Pick<NonNullable<BuilderAction['source']>, 'lastCommitId' | 'hasByteOrderMark'> | null;
  };

/** The body of the request. Fields that are empty or have their default are left out. */
export function commitBody(fields: CommitFields, actions: readonly SentAction[]): CommitCreate {
  const { startBy, allow_empty, force, stats } = fields;
  const start =
    startBy === 'sha' ? filled({ start_sha: fields.start_sha }) : filled({ start_branch: fields.start_branch });
  const { start_project, author_name, author_email } = fields;
  return {
    branch: fields.branch.trim(),
    commit_message: fields.commit_message,
    ...start,
    ...(start_project.trim() === '' ? {} : { start_project: projectOf(start_project.trim()) }),
    ...filled({ author_name, author_email }),
    ...(allow_empty && { allow_empty }),
    ...(force && Object.keys(start).length > 0 && { force }),
    ...(!stats && { stats }),
    actions: actions.map(actionOf),
  };
}

function actionOf(one: SentAction): CommitAction {
  const { action, source, execute_filemode } = one;
  const file_path = one.file_path.trim();
  const last_commit_id = source?.lastCommitId ?? null;
  const known = last_commit_id === null ? {} : { last_commit_id };
  switch (action) {
    case 'create':
      return { action, file_path, ...contentOf(one) };
    case 'update':
      return { action, file_path, ...contentOf(one), ...known };
    case 'delete':
      return { action, file_path, ...known };
    case 'move': {
      const content = one.isContentNew ? contentOf(one) : {};
      return { action, file_path, previous_path: one.previous_path.trim(), ...content, ...known };
    }
    case 'chmod':
      return { action, file_path, execute_filemode };
  }
}

function contentOf({ encoding, base64, staged, newText, source }: SentAction): {
  content: string;
  encoding?: 'base64';
} {
  // In a plan, a reference to a staged file replaces its content in Base64
  if (encoding === 'base64' && staged !== null) {
    const { staged: key, sizeBytes } = staged;
    return { content: { staged: key, sizeBytes } as unknown as string, encoding };
  }
  if (encoding === 'base64') return { content: base64.replaceAll(/\s/g, ''), encoding };
  return { content: source?.hasByteOrderMark === true ? byteOrderMark + newText : newText };
}

/** The size of the new content of a file; null: it keeps its content or has none. */
export function contentBytes(one: SentAction): number | null {
  const { action, encoding, staged, isContentNew } = one;
  if (action === 'delete' || action === 'chmod' || (action === 'move' && !isContentNew)) return null;
  if (encoding === 'base64' && staged !== null) return staged.sizeBytes;
  const { content } = contentOf(one);
  return encoding === 'text' ? utf8Bytes(content) : Math.floor((content.replaceAll('=', '').length * 3) / 4);
}

/** The size of a request as it is sent. */
export function requestBytes(body: CommitCreate, actions: readonly SentAction[]): number {
  const staged = actions.flatMap(({ encoding, staged: file }) =>
    encoding === 'base64' && file !== null ? [file] : [],
  );
  return utf8Bytes(JSON.stringify(body)) + staged.reduce((sum, { sizeBytes }) => sum + base64Length(sizeBytes), 0);
}

const encoder = new TextEncoder();
const utf8Bytes = (text: string): number => encoder.encode(text).length;

function filled<Name extends string>(values: Record<Name, string>): Partial<Record<Name, string>> {
  const entries = (Object.entries(values) as [Name, string][]).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Partial<Record<Name, string>>;
}

const projectOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);
