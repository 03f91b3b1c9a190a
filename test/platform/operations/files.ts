import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, notFound, Refusal } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { blameView } from '../views/blame.ts';
import { fileHeaders, fileView } from '../views/files.ts';
import type { FileState } from '../views/files.ts';
import type { Blob } from '../world/git/git-files.ts';
import type { Project } from '../world/projects.ts';
import { requireCode, requireDeveloper, requirePush } from '../world/repository-access.ts';
import { isFilePath } from '../world/git/repository-changes.ts';
import type { Action } from '../world/git/repository-changes.ts';
import type { World } from '../world/world.ts';
import { decoded, requiredFilled, startOf, takeLargeRequest } from './commit-requests.ts';

const LARGE_BLOB_BYTES = 10 * 1024 * 1024;

/** `GET /projects/:id/repository/files/:file_path`, document 1:140. */
export async function get(world: World, request: Request): Promise<Reply> {
  const found = await find(world, request, givenRef);
  if (found.blob.sizeBytes > LARGE_BLOB_BYTES) {
    const who = request.as.user?.id ?? 'anonymous';
    world.limits.take(`large-blob ${found.project.id} ${found.path} ${who}`, 5, 60_000);
  }
  const state = await stateOf(world, found);
  return { status: 200, headers: fileHeaders(state), body: fileView(state) };
}

/** `HEAD` of a file or of its blame, document 1:141. */
export async function head(world: World, request: Request): Promise<Reply> {
  const found = await find(world, request, givenRef);
  const state = await stateOf(world, found);
  // The body is not sent, but length and ETag are computed from it.
  return { status: 200, headers: fileHeaders(state), body: fileView(state) };
}

/** `GET …/blame`, document 1:142. */
export async function blame(world: World, request: Request): Promise<Reply> {
  const read = reader(request.query);
  const found = await find(world, request, givenRef);
  const range = rangeOf(read);
  const repository = world.repositories.of(found.project);
  const chunks = await repository.blame(found.commit, found.path, range);
  if (chunks === undefined) throw badParameter('range is outside of the file');
  const ids = [...new Set(chunks.map((chunk) => chunk.commit))];
  const commits = new Map((await repository.commits(ids)).map((commit) => [commit.id, commit]));
  const headers = fileHeaders(await stateOf(world, found));
  return { status: 200, headers, body: blameView(chunks, commits) };
}

/** `GET …/raw`, document 1:143. */
export async function raw(world: World, request: Request): Promise<Reply> {
  const read = reader(request.query);
  const found = await find(world, request, (given) => given.text('ref') ?? 'HEAD');
  const state = await stateOf(world, found);
  const oid = read.boolean('lfs') === true ? pointedAt(state.content) : undefined;
  if (oid === undefined) {
    const isBinary = state.content.subarray(0, 8000).includes(0);
    const headers = { ...fileHeaders(state), ...rawHeaders(isBinary) };
    return { status: 200, headers, bytes: state.content };
  }
  const content = world.repositories.of(found.project).lfs.get(oid);
  if (content === undefined) throw notFound();
  return { status: 200, headers: rawHeaders(true), bytes: content };
}

/** `POST /projects/:id/repository/files/:file_path`, document 1:144. */
export async function create(world: World, request: Request): Promise<Reply> {
  return created(await commitFile(world, request, (path, read) => ({ kind: 'create', path, ...contentOf(read) })));
}

/** `PUT`, document 1:145. */
export async function update(world: World, request: Request): Promise<Reply> {
  const action = (path: string, read: Reader): Action => ({
    kind: 'update',
    path,
    ...contentOf(read),
    lastCommit: read.text('last_commit_id'),
  });
  return ok(await commitFile(world, request, action));
}

/** `DELETE`, document 1:146, with the usual parameters (readings 34). */
export async function remove(world: World, request: Request): Promise<Reply> {
  const action = (path: string, read: Reader): Action => ({
    kind: 'delete',
    path,
    lastCommit: read.text('last_commit_id'),
  });
  await commitFile(world, request, action);
  return noContent();
}

const PATH = '/projects/:id/repository/files/:file_path';

export const files: Operations = {
  [`GET ${PATH}` as const]: withoutSignIn(get),
  [`HEAD ${PATH}` as const]: withoutSignIn(head),
  [`GET ${PATH}/blame` as const]: withoutSignIn(blame),
  [`HEAD ${PATH}/blame` as const]: withoutSignIn(head),
  [`GET ${PATH}/raw` as const]: withoutSignIn(raw),
  [`HEAD ${PATH}/raw` as const]: withoutSignIn(raw),
  [`POST ${PATH}` as const]: create,
  [`PUT ${PATH}` as const]: update,
  [`DELETE ${PATH}` as const]: remove,
};

interface Found {
  project: Project;
  path: string;
  ref: string;
  commit: string;
  blob: Blob;
}

const givenRef = (read: Reader): string => requiredFilled(read, 'ref');

/** Check access before the parameters, so that a refusal does not reveal a hidden project. */
async function find(world: World, request: Request, refIn: (read: Reader) => string): Promise<Found> {
  const project = requireCode(world, request.as, request.path.id);
  const ref = refIn(reader(request.query));
  const path = request.path.file_path ?? '';
  if (!isFilePath(path)) throw badParameter('file_path should be a valid file path');
  const commit = await world.repositories.resolve(project, ref);
  if (commit === undefined) throw notFound('Commit');
  const blob = await world.repositories.of(project).blob(commit, path);
  if (blob === undefined) throw notFound('File');
  return { project, path, ref, commit, blob };
}

async function stateOf(world: World, { project, path, ref, commit, blob }: Found): Promise<FileState> {
  const repository = world.repositories.of(project);
  const [content, lastTouch] = await Promise.all([repository.content(blob.id), repository.lastTouch(commit, path)]);
  const lastCommitId = lastTouch ?? commit;
  return { path, ref, blobId: blob.id, mode: blob.mode, commitId: commit, lastCommitId, content };
}

function rangeOf(read: Reader) {
  const range = read.hash('range');
  if (range === undefined) return undefined;
  const bounds = reader({ 'range[start]': range.start ?? null, 'range[end]': range.end ?? null });
  const first = bounds.required.integer('range[start]');
  const last = bounds.required.integer('range[end]');
  if (first < 1) throw badParameter('range[start] does not have a valid value');
  if (last < 1) throw badParameter('range[end] does not have a valid value');
  if (first > last) throw new Refusal(400, 'range[start] must be less than or equal to range[end]');
  return { first, last };
}

const rawHeaders = (isBinary: boolean) => ({
  'content-type': isBinary ? 'application/octet-stream' : 'text/plain; charset=utf-8',
  'content-disposition': 'inline',
  'cache-control': 'no-store',
});

/** The SHA-256 of the file of an LFS pointer; undefined if the content is not a pointer. */
function pointedAt(content: Buffer): string | undefined {
  if (content.length > 1024) return undefined;
  return /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/.exec(
    content.toString('utf8'),
  )?.[1];
}

function contentOf(read: Reader) {
  const content = decoded(read.required.text('content'), read.oneOf('encoding', ['text', 'base64']));
  return { content, isExecutable: read.boolean('execute_filemode') };
}

async function commitFile(world: World, request: Request, actionOf: (path: string, read: Reader) => Action) {
  takeLargeRequest(world, request);
  const [project, user] = requireDeveloper(world, request.as, request.path.id);
  const read = reader(request.body);
  const branch = requiredFilled(read, 'branch');
  const message = requiredFilled(read, 'commit_message');
  const path = request.path.file_path ?? '';
  const action = actionOf(path, read);
  requirePush(world, project, branch, request.as);
  await world.repositories.commit(project, user, {
    branch,
    message,
    actions: [action],
    authorName: read.text('author_name'),
    authorEmail: read.text('author_email'),
    start: await startOf(world, branch, { project, startBranch: read.text('start_branch') }),
  });
  return { file_path: path, branch };
}
