import { isDeepStrictEqual } from 'node:util';
import type { CacheEffect, Operation, OperationsOf, Applied, State, ReadContext } from '../operation-kit/operation.ts';
import type { AnyWrite, Write } from '../operation-kit/write.ts';
import type { SnippetAction } from '#shared/contract/snippets.ts';
import {
  otherFiles,
  personalSnippets as personalApi,
  projectSnippets as projectApi,
} from '#main/api/endpoints/snippets.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import { maxKeptBytes } from '../operation-kit/file-contents.ts';
import { revertSteps, type FormerFile, type FileStep } from '../operation-kit/revert-files.ts';
import { nullIfMissing, readWith } from '../operation-kit/read-resource.ts';
import {
  withBody,
  formerFields,
  presentFields,
  checkedInverse,
  recreate,
  removeCreated,
} from '../operation-kit/inverse.ts';
import { editProbe, deletionProbe, textOf } from '../operation-kit/probes.ts';

/** How personal snippets, or those of a project, are read. `parameter`: the path parameter of a snippet's ID. */
interface SnippetPlace {
  resource: 'personal-snippets' | 'project-snippets';
  /** Whether the API can read all files of a snippet, not only the first one. */
  readsAll: boolean;
  parameter: 'id' | 'snippet_id';
  scope: 'instance' | 'project';
  read: NonNullable<Operation['read']>;
  /** The bytes of a file; null: the API can't read it. */
  file: (write: Write, path: string, isFirst: boolean, reading: ReadContext) => Promise<ArrayBuffer | null>;
}

const fields = ['title', 'description', 'visibility'];
const fileOrder = 'the order of its files';

function snippetOperations(place: SnippetPlace): Record<'create' | 'edit' | 'remove', Operation> {
  const { resource, parameter, scope } = place;
  const caches = {
    ...({ kind: 'row', collection: 'snippets', id: parameter, scope } as const),
    notStored: ['paths', 'contents'],
  } satisfies CacheEffect<{ path: Record<typeof parameter, unknown> }>;
  const readSnippet = (write: Write, reading: ReadContext) => readWhole(place, write, reading);
  // An undo needs the contents of the files, which no cached row has
  const wholeState = { read: readSnippet, readRequests: 2, canUseCachedRow: () => false };
  const inverseOfRemove = recreate(`${resource}.create`, [parameter], (before) => {
    const contents = contentsOf(before);
    const files = pathsOf(before).flatMap((file_path) => {
      const content = contents[file_path];
      return content === undefined ? [] : [{ file_path, content }];
    });
    const isEnough = files.length > 0 && (!place.readsAll || files.length === pathsOf(before).length);
    return isEnough ? { ...presentFields(before, fields), files } : null;
  });
  return {
    create: {
      caches: { kind: 'new', collection: 'snippets', scope },
      inverse: removeCreated(`${resource}.remove`, parameter),
    },
    edit: {
      caches,
      ...wholeState,
      ...checkedInverse(inverseOfEdit, words.irreversible.content),
      loses: ({ body }, before) =>
        body?.['files'] === undefined || pathsOf(before ?? {}).length < 2
          ? []
          : [fileOrder, ...(place.readsAll ? [] : [otherFiles])],
      compared: (state) => {
        const [paths, contents] = [pathsOf(state), contentsOf(state)];
        const isReadable = place.readsAll || paths.length === 1;
        const files = isReadable ? paths.map((path) => `${path}: ${contents[path] ?? ''}`) : paths;
        return { ...state, files, content: contents[paths[0] ?? ''], [fileOrder]: paths.join(', ') };
      },
      probe: (write, before, reading) => probeEdit(readSnippet, write, before, reading),
    },
    remove: {
      caches,
      ...wholeState,
      ...checkedInverse(inverseOfRemove, words.irreversible.content),
      deletesText: true,
      probe: deletionProbe(place.read),
    },
  };
}

/** The snippet with `paths` in their order, and `contents` of the files that are readable, text and small enough. */
async function readWhole(place: SnippetPlace, write: Write, reading: ReadContext): Promise<State | null> {
  const state = await place.read(write, reading);
  if (state === null) return null;
  const listed = (state['files'] as { path: string }[] | null | undefined)?.map(({ path }) => path);
  const paths = listed ?? [textOf(state, 'file_name')].filter((path) => path !== null);
  const wanted = write.body === undefined ? paths : paths.filter((path) => changedPaths(write, paths).has(path));
  const contents: Record<string, string> = {};
  let roomBytes = maxKeptBytes;
  for (const path of wanted) {
    const bytes = await place.file(write, path, path === paths[0], reading);
    const text = bytes === null || bytes.byteLength > roomBytes ? null : asText(bytes);
    if (bytes === null || text === null) continue;
    roomBytes -= bytes.byteLength;
    contents[path] = text;
  }
  const { id, title, description, visibility, file_name, author, created_at, expires_at } = state;
  const about = { id, title, description, visibility, file_name, author, created_at, expires_at };
  const isRemoval = write.body === undefined;
  return { ...about, paths, contents, ...(isRemoval && !place.readsAll && { [otherFiles]: paths.slice(1) }) };
}

function inverseOfEdit(applied: Applied): AnyWrite[] | null {
  const { write, before } = applied;
  if (before === null) return null;
  const { files, content, file_name, ...meta } = write.body ?? {};
  const former = formerFields({ ...applied, write: { ...write, body: meta } });
  const contents = contentsOf(before);
  const known = pathsOf(before).map((path): [string, FormerFile] => [
    path,
    { content: contents[path] ?? null, isExecutable: null },
  ]);
  const steps = stepsOf({ ...write, body: { files, content, file_name } }, pathsOf(before));
  const back = revertSteps(steps, new Map(known));
  const body = {
    ...former,
    ...(former?.['description'] === null ? { description: '' } : {}),
    ...(back.steps.length === 0 ? {} : { files: back.steps }),
  };
  if (Object.keys(body).length === 0) return back.lost.length > 0 ? null : [];
  return [withBody(write, body)];
}

/** The file actions of a write. The deprecated fields are an action on the only file. */
function stepsOf({ body }: Write, paths: readonly string[]): FileStep[] {
  const given = body?.['files'] as SnippetAction[] | undefined;
  if (given !== undefined) return given.map(stepOf);
  const [only = ''] = paths;
  const content = typeof body?.['content'] === 'string' ? { content: body['content'] } : {};
  const name = textOf(body, 'file_name') ?? only;
  if (name !== only) return [{ action: 'move', file_path: name, previous_path: only, ...content }];
  return 'content' in content ? [{ action: 'update', file_path: only, ...content }] : [];
}

function stepOf(action: SnippetAction): FileStep {
  const previous = 'previous_path' in action ? action.previous_path : undefined;
  const content = 'content' in action && action.content !== undefined ? { content: action.content } : {};
  const isMove = previous !== undefined && previous !== action.file_path;
  return {
    action: isMove ? 'move' : action.action,
    file_path: action.file_path,
    ...content,
    ...(isMove ? { previous_path: previous } : {}),
  };
}

function changedPaths(write: Write, paths: readonly string[]): Set<string> {
  return new Set(
    stepsOf(write, paths).flatMap(({ file_path, previous_path }) => [file_path, previous_path ?? file_path]),
  );
}

async function probeEdit(
  read: NonNullable<Operation['read']>,
  write: Write,
  before: State | null,
  reading: ReadContext,
) {
  const byFields = await editProbe(read, fields)(write, before, reading);
  if (byFields !== 'unknown' || before === null) return byFields;
  const now = await read(write, reading);
  const steps = stepsOf(write, pathsOf(before));
  if (now === null || !steps.some((step) => isEffectReadable(step, before))) return 'unknown';
  const done = steps.map((step) => isDone(step, now));
  if (!done.includes(false) && done.includes(true)) return 'applied';
  const isSame = isDeepStrictEqual([now['paths'], now['contents']], [before['paths'], before['contents']]);
  return isSame ? 'not-applied' : 'unknown';
}

/** Whether the effect of a step can be read. The content of some files can't. */
function isEffectReadable({ action, file_path, content }: FileStep, before: State): boolean {
  const was = contentsOf(before)[file_path];
  return action !== 'update' || (was !== undefined && was !== content);
}

/** Whether a step was carried out; null: it can't be read. */
function isDone({ action, file_path, previous_path, content }: FileStep, now: State): boolean | null {
  const isThere = pathsOf(now).includes(file_path);
  if (action === 'delete') return !isThere;
  if (action === 'move' && pathsOf(now).includes(previous_path ?? '')) return false;
  const held = contentsOf(now)[file_path];
  return (
    isThere && (held === undefined || content === undefined ? (action === 'move' ? true : null) : held === content)
  );
}

const pathsOf = (state: State) => (state['paths'] as string[] | undefined) ?? [];
const contentsOf = (state: State) => (state['contents'] as Record<string, string> | undefined) ?? {};

function asText(bytes: ArrayBuffer): string | null {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(Buffer.from(bytes)) ? text : null;
}

const personal = snippetOperations({
  resource: 'personal-snippets',
  readsAll: true,
  parameter: 'id',
  scope: 'instance',
  read: readWith(personalApi.get),
  file: ({ path }, file_path, _, { send, signal }) =>
    nullIfMissing(send(personalApi.rawFile, { path: { id: path['id'] ?? '', ref: 'HEAD', file_path } }, signal)),
});

export const personalSnippets: OperationsOf<typeof personalApi> = {
  'personal-snippets.create': personal.create,
  'personal-snippets.edit': personal.edit,
  'personal-snippets.remove': personal.remove,
};

/** Of project snippets the API can read only the first file. */
const ofProject = snippetOperations({
  resource: 'project-snippets',
  readsAll: false,
  parameter: 'snippet_id',
  scope: 'project',
  read: readWith(projectApi.get),
  file: async ({ path }, _, isFirst, { send, signal }) => {
    if (!isFirst) return null;
    const at = { id: path['id'] ?? '', snippet_id: path['snippet_id'] ?? '' };
    return nullIfMissing(send(projectApi.raw, { path: at }, signal));
  },
});

export const projectSnippets: OperationsOf<typeof projectApi> = {
  'project-snippets.create': ofProject.create,
  'project-snippets.edit': ofProject.edit,
  'project-snippets.remove': ofProject.remove,
};
