import type { commits as api } from '#main/api/endpoints/commits.ts';
import type { CommitAction } from '#shared/contract/commits.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { AnyWrite, Write, WriteOf } from '../operation-kit/write.ts';
import { branchAt, branchResource, headOf } from './branches.ts';
import { readFileWithContent, sentContent, maxKeptBytes } from '../operation-kit/file-contents.ts';
import { revertSteps, type FormerFile, type FileStep } from '../operation-kit/revert-files.ts';
import { nameIn, textOf } from '../operation-kit/probes.ts';

export const commits: OperationsOf<typeof api> = {
  'commits.create': {
    caches: { kind: 'new', collection: 'commits', scope: 'project' },
    resources: (write) => [
      nameIn(write.body, 'start_sha', 'start_branch') === null ? branchResource(write) : branchResource(write, null),
    ],
    read,
    // The branch, and metadata and content of at least one file
    readRequests: 3,
    comparable: ({ files }) => ({
      files: Object.entries(files as Record<string, State | null>)
        .filter(([, file]) => file !== null)
        .map(([path, file]) =>
          [path, file?.['blob_id'], file?.['execute_filemode'] === true ? '100755' : '100644'].join(' '),
        ),
    }),
    inverse,
    irreversible: (write, before) => {
      if (isForced(write, before)) return words.irreversible.force;
      if (before === null) return null;
      const undo = inverse({ write, before, reply: null });
      if (undo === null) return words.irreversible.content;
      return undo.length === 0 ? words.irreversible.emptyCommit : null;
    },
    probe: async (write, before, reading) => {
      const branch = await branchAt(write.path, nameIn(write.body, 'branch'), reading);
      const head = headOf(branch);
      if (head === (before?.['head'] ?? null)) return 'not-applied';
      const { message, parent_ids } = (branch?.['commit'] ?? {}) as { message?: unknown; parent_ids?: unknown[] };
      const isOurs = textOf({ message }, 'message')?.trim() === nameIn(write.body, 'commit_message')?.trim();
      const follows = before?.['head'] === null || parent_ids?.includes(before?.['head']) === true;
      return isOurs && follows && !isForced(write, before) ? 'applied' : 'unknown';
    },
    names: {
      label: ({ body }) => nameIn(body, 'commit_message')?.trim().split('\n', 1)[0] ?? null,
      detail: ({ body }) => nameIn(body, 'branch'),
    },
  },
};

/** The head of the branch, and each file of the actions at the start of the commit (null: it does not exist). */
async function read(write: Write, reading: ReadContext): Promise<State> {
  const { path, body } = write;
  const head = headOf(await branchAt(path, nameIn(body, 'branch'), reading));
  const ref = nameIn(body, 'start_sha', 'start_branch') ?? nameIn(body, 'branch') ?? '';
  const project = nameIn(body, 'start_project') ?? path['id'] ?? '';
  const names = actionsOf(write).flatMap((action) =>
    'previous_path' in action ? [action.file_path, action.previous_path] : [action.file_path],
  );
  const files: Record<string, State | null> = {};
  let roomBytes = maxKeptBytes;
  for (const file_path of new Set(names)) {
    const file = await readFileWithContent({ project, file_path, ref }, reading, roomBytes);
    files[file_path] = file;
    if (file?.['content'] !== undefined) roomBytes -= Number(file['size']);
  }
  return { head, files };
}

/** A new commit that reverts the files. The platform refuses it if one of them was changed since. */
function inverse({ write, before, reply }: Applied<WriteOf<'commits.create'>>): AnyWrite[] | null {
  if (before === null || isForced(write, before)) return null;
  const { steps, lost } = revertSteps(actionsOf(write).map(stepOf), formerOf(before));
  if (lost.length > 0) return null;
  if (steps.length === 0) return [];
  const sha = textOf(reply as State, 'id');
  const actions = steps.map((step) => ({
    ...step,
    ...(step.content === undefined ? {} : { encoding: 'base64' }),
    ...(sha !== null && (step.action === 'update' || step.action === 'delete') ? { last_commit_id: sha } : {}),
  }));
  const { branch, author_email, author_name } = write.body ?? {};
  const author = { ...(author_email ? { author_email } : {}), ...(author_name ? { author_name } : {}) };
  const commit_message = words.revert(nameIn(write.body, 'commit_message') ?? '');
  return [{ op: write.op, path: write.path, body: { branch, commit_message, ...author, actions } }];
}

/** Whether the write moves an existing branch to another start, so that commits are no longer on it. */
function isForced({ body }: Write, before: State | null): boolean {
  const startsElsewhere = nameIn(body, 'start_sha', 'start_branch') !== null;
  return body?.['force'] === true && startsElsewhere && (before === null || before['head'] !== null);
}

const actionsOf = ({ body }: Write): CommitAction[] => (body?.['actions'] as CommitAction[] | undefined) ?? [];

function stepOf(action: CommitAction): FileStep {
  const content = 'content' in action ? action.content : undefined;
  return {
    action: action.action,
    file_path: action.file_path,
    ...('previous_path' in action ? { previous_path: action.previous_path } : {}),
    ...(content === undefined
      ? {}
      : { content: tracedContent(content, 'encoding' in action ? action.encoding : undefined) }),
    ...('execute_filemode' in action ? { execute_filemode: action.execute_filemode } : {}),
  };
}

/** The content in Base64. A staged file is larger than the contents that are kept for an undo, so its hash is enough. */
function tracedContent(content: unknown, encoding: unknown): string {
  const { base64, sha256 } = sentContent({ content, encoding });
  return base64 ?? `sha256:${sha256}`;
}

function formerOf(before: State): Map<string, FormerFile> {
  const files = Object.entries(before['files'] as Record<string, State | null>);
  return new Map(
    files.flatMap(([path, file]) => {
      if (file === null) return [];
      const mode = file['execute_filemode'];
      const content = typeof file['content'] === 'string' ? file['content'] : null;
      return [[path, { content, isExecutable: typeof mode === 'boolean' ? mode : null }] as const];
    }),
  );
}
