import type { files as api } from '#main/api/endpoints/files.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { State, Operation, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write, WriteOf } from '../operation-kit/write.ts';
import { branchAt, branchResource } from './branches.ts';
import {
  readFileMetadata,
  readFileWithContent,
  hasContent,
  isSentContent,
  sentContent,
  comparableContent,
  unshownContent,
  type FileLocation,
} from '../operation-kit/file-contents.ts';
import { nameIn, textOf } from '../operation-kit/probes.ts';

const common: Pick<Operation, 'names' | 'resources' | 'loses'> = {
  resources: (write) => [
    isNewBranch(write)
      ? branchResource(write, null)
      : [...branchResource(write), 'files', String(write.path['file_path'])],
  ],
  names: { detail: ({ body }) => nameIn(body, 'branch') },
  loses: () => [],
};

const changing: Omit<Operation, 'caches'> = {
  ...common,
  read: (write, reading) => readFileWithContent(startOf(write), reading),
  readRequests: 2,
  comparable: (state, { body }) => ({
    content: comparableContent(state, body),
    execute_filemode: state['execute_filemode'],
  }),
  unshown: (state, { body }) => unshownContent(state, body),
  irreversible: (_, before) => (textIn(before) === null ? words.irreversible.content : null),
};

export const files: OperationsOf<typeof api> = {
  'files.create': {
    ...common,
    read: (write, reading) => readFileMetadata(startOf(write), reading),
    readRequests: 1,
    comparable: () => ({}),
    inverse: ({ write, before }) => (before === null ? [commit('files.remove', write, {})] : null),
    probe: async (write, before, reading) => {
      const now = await readFileMetadata(targetOf(write), reading);
      if (now === null) return 'not-applied';
      return before === null && hasContent(now, contentOf(write)) === true ? 'applied' : 'unknown';
    },
  },
  'files.edit': {
    ...changing,
    inverse: ({ write, before }) => {
      const content = textIn(before);
      if (before === null || content === null) return null;
      const requested = write.body?.['execute_filemode'];
      const mode = before['execute_filemode'];
      const isModeSet = typeof requested === 'boolean' && typeof mode === 'boolean' && requested !== mode;
      if (isSentContent(content, contentOf(write)) && !isModeSet) return [];
      const body = { content, encoding: 'base64', ...(isModeSet ? { execute_filemode: mode } : {}) };
      return [commit('files.edit', write, body)];
    },
    probe: async (write, before, reading) => {
      const now = await readFileMetadata(targetOf(write), reading);
      if (now === null) return isNewBranch(write) ? branchProbe(write, reading) : 'unknown';
      if (before === null || isNewBranch(write)) return 'unknown';
      if (hasContent(before, contentOf(write)) !== false) return 'unknown';
      if (now['last_commit_id'] === before['last_commit_id']) return 'not-applied';
      return hasContent(now, contentOf(write)) === true ? 'applied' : 'unknown';
    },
  },
  'files.remove': {
    ...changing,
    inverse: ({ write, before }) => {
      const content = textIn(before);
      if (before === null || content === null) return null;
      const mode = before['execute_filemode'] === true ? { execute_filemode: true } : {};
      return [commit('files.create', write, { content, encoding: 'base64', ...mode })];
    },
    probe: async (write, before, reading) => {
      if (isNewBranch(write)) return branchProbe(write, reading);
      const now = await readFileMetadata(targetOf(write), reading);
      if (now === null) return before === null ? 'unknown' : 'applied';
      return now['last_commit_id'] === before?.['last_commit_id'] ? 'not-applied' : 'unknown';
    },
  },
};

type FileWrite = keyof typeof files;

const targetOf = ({ path, body }: Write): FileLocation => ({
  project: path['id'] ?? '',
  file_path: String(path['file_path']),
  ref: nameIn(body, 'branch') ?? '',
});

/** The file at the start of the branch, if the write creates the branch. */
function startOf(write: Write): FileLocation {
  return { ...targetOf(write), ref: nameIn(write.body, 'start_branch', 'branch') ?? '' };
}

const isNewBranch = ({ body }: Write) =>
  textOf(body, 'start_branch') !== null && body?.['start_branch'] !== body?.['branch'];

/**
 * For a write that creates its branch: without the branch it was not applied; with it, the commit may be another one.
 */
async function branchProbe({ path, body }: Write, reading: ReadContext) {
  const branch = await branchAt(path, nameIn(body, 'branch'), reading);
  return branch === null ? 'not-applied' : 'unknown';
}

const contentOf = ({ body }: Write) => sentContent(body);
const textIn = (before: State | null) => (typeof before?.['content'] === 'string' ? before['content'] : null);

/** The opposite commit, on the same branch and with the same author. */
function commit<Op extends FileWrite>(op: Op, { path, body }: WriteOf<FileWrite>, fields: State) {
  const { branch, author_email, author_name } = body ?? {};
  const author = { ...(author_email ? { author_email } : {}), ...(author_name ? { author_name } : {}) };
  const commit_message = words.revert(nameIn(body, 'commit_message') ?? '');
  return { op, path, body: { branch, commit_message, ...author, ...fields } };
}
