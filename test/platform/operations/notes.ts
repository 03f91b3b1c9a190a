import type { Caller } from '../caller.ts';
import { signedIn } from '../caller.ts';
import { withoutSignIn } from '../operation.ts';
import type { Operation, Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badFields, forbidden, notFound } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { awardView, noteView } from '../views/notes.ts';
import { levelInProject } from '../world/access.ts';
import { emojiOf } from '../world/awards.ts';
import { LEVEL } from '../world/levels.ts';
import type { Note } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import { ordered } from './issuable-filters.ts';
import type { Test } from './issuable-filters.ts';
import { issueOf, mergeRequestOf, snippetOf } from './noteables.ts';
import type { Find, Noteable } from './noteables.ts';

const MAX_CHARACTERS = 1_000_000;

/** The operations on notes of one kind of resource. `find` refuses hidden resources. */
function notesOf(find: Find) {
  const list: Operation = (world, request) => {
    const on = find(world, request);
    const read = reader(request.query);
    const orderBy = read.oneOf('order_by', ['created_at', 'updated_at']) ?? 'created_at';
    const isDescending = (read.oneOf('sort', ['asc', 'desc']) ?? 'desc') === 'desc';
    const isWanted = on.type === 'Issue' ? activityTest(read) : () => true;
    const isSeen = (note: Note) => seesNote(world, note, on, request.as);
    // Real installations remove hidden notes from each page, so that a page can be short although more pages follow.
    const notes = world.notes.on(on.type, on.id).filter((note) => isWanted(note) && (isGitlab(world) || isSeen(note)));
    const reply = paged(
      request,
      ordered(notes, (note) => note[orderBy], isDescending),
      (note) => note,
    );
    const page = (reply.body as Note[]).filter(isSeen);
    return { ...reply, body: page.map((note) => noteView(world, note)) };
  };
  const get: Operation = (world, request) => ok(noteView(world, noteOf(world, request, find(world, request))));
  const create: Operation = (world, request) => write(world, request, find(world, request));
  const update: Operation = (world, request) => {
    const on = find(world, request);
    const note = noteOf(world, request, on);
    requireEdit(world, note, on, request.as);
    const read = reader(request.body);
    const body = on.type === 'Issue' ? read.text('body') : read.required.text('body');
    if (body !== undefined) note.body = checkedBody(body);
    const isConfidential = on.type === 'Snippet' ? undefined : read.boolean('confidential');
    if (isConfidential !== undefined) note.internal = checkedInternal(world, isConfidential, on, request.as);
    note.updated_at = world.clock.now();
    return ok(noteView(world, note));
  };
  const remove: Operation = (world, request) => {
    const on = find(world, request);
    const note = noteOf(world, request, on);
    requireEdit(world, note, on, request.as);
    world.notes.remove(note.id);
    return noContent();
  };
  return { list: withoutSignIn(list), get: withoutSignIn(get), create, update, remove };
}

const onIssues = notesOf(issueOf);
const onSnippets = notesOf(snippetOf);
const onMergeRequests = notesOf(mergeRequestOf);

/** Document 2:43-49. */
export const notes: Operations = {
  'GET /projects/:id/issues/:issue_iid/notes': onIssues.list,
  'GET /projects/:id/issues/:issue_iid/notes/:note_id': onIssues.get,
  'POST /projects/:id/issues/:issue_iid/notes': onIssues.create,
  'PUT /projects/:id/issues/:issue_iid/notes/:note_id': onIssues.update,
  'DELETE /projects/:id/issues/:issue_iid/notes/:note_id': onIssues.remove,
  'GET /projects/:id/snippets/:snippet_id/notes': onSnippets.list,
  'GET /projects/:id/snippets/:snippet_id/notes/:note_id': onSnippets.get,
  'POST /projects/:id/snippets/:snippet_id/notes': onSnippets.create,
  'PUT /projects/:id/snippets/:snippet_id/notes/:note_id': onSnippets.update,
  'DELETE /projects/:id/snippets/:snippet_id/notes/:note_id': onSnippets.remove,
  'GET /projects/:id/merge_requests/:merge_request_iid/notes': onMergeRequests.list,
  'GET /projects/:id/merge_requests/:merge_request_iid/notes/:note_id': onMergeRequests.get,
  'POST /projects/:id/merge_requests/:merge_request_iid/notes': onMergeRequests.create,
};

const FILTERS = ['all_notes', 'only_comments', 'only_activity'] as const;

function activityTest(read: Reader): Test<Note> {
  const filter = read.oneOf('activity_filter', FILTERS) ?? 'all_notes';
  return (note) => filter === 'all_notes' || note.system === (filter === 'only_activity');
}

/** Internal notes are for their author, for planners and above, and for auditors. */
function seesNote(world: World, note: Note, on: Noteable, as: Caller) {
  if (!note.internal || as.auditor || as.user?.id === note.author_id) return true;
  return levelInProject(world, on.project, as) >= LEVEL.planner;
}

function noteOf(world: World, request: Request, on: Noteable): Note {
  const note = world.notes.get(pathInteger(request, 'note_id') ?? 0);
  const isHere = note?.noteable_type === on.type && note.noteable_id === on.id;
  if (note === undefined || !isHere || !seesNote(world, note, on, request.as)) throw notFound('Note');
  return note;
}

/** The author and Maintainers may change a note. System notes can't be changed. */
function requireEdit(world: World, note: Note, on: Noteable, as: Caller) {
  const user = signedIn(as);
  const isMaintainer = levelInProject(world, on.project, as) >= LEVEL.maintainer;
  if (note.system || on.project.archived || (note.author_id !== user.id && !isMaintainer)) throw forbidden();
}

function write(world: World, request: Request, on: Noteable): Reply {
  const { as } = request;
  const user = signedIn(as);
  const level = levelInProject(world, on.project, as);
  if (on.project.archived || (on.isLocked && level < LEVEL.guest)) throw forbidden();
  const read = reader(request.body);
  const body = checkedBody(read.required.text('body'));
  const internal = on.type === 'Snippet' ? undefined : read.boolean('internal');
  const confidential = on.type === 'Issue' ? read.boolean('confidential') : undefined;
  const isInternal = checkedInternal(world, internal ?? confidential ?? false, on, as);
  const at = createdAt(read, level) ?? world.clock.now();

  const emoji = emojiOf(body);
  if (emoji !== undefined) return award(world, emoji, on, user.id);
  const note = world.notes.add({
    body,
    author_id: user.id,
    created_at: at,
    updated_at: at,
    system: false,
    noteable_type: on.type,
    noteable_id: on.id,
    noteable_iid: on.iid,
    project_id: on.project.id,
    internal: isInternal,
    resolvable: false,
    resolved: false,
    imported: false,
    imported_from: 'none',
  });
  on.touch(world.clock.now());
  return created(noteView(world, note));
}

function checkedBody(body: string) {
  if (body.trim() === '') throw badFields({ note: ["can't be blank"] });
  if (body.length > MAX_CHARACTERS && [...body].length > MAX_CHARACTERS) {
    throw badFields({ note: [`is too long (maximum is ${MAX_CHARACTERS} characters)`] });
  }
  return body;
}

/** Making a note internal, or no longer internal, requires the Planner role. */
function checkedInternal(world: World, isInternal: boolean, on: Noteable, as: Caller) {
  if (isInternal && levelInProject(world, on.project, as) < LEVEL.planner) throw forbidden();
  return isInternal;
}

/** The creation time of a note, from administrators and Owners; ignored from others. Fails: 400 before 1970. */
function createdAt(read: Reader, level: number) {
  const at = read.instant('created_at');
  if (at === undefined || level < LEVEL.owner) return undefined;
  if (at <= 0) throw badFields({ created_at: ['must be after 1970-01-01'] });
  return at;
}

function award(world: World, name: string, on: Noteable, userId: number): Reply {
  const now = world.clock.now();
  const given = world.awards.on(on.type, on.id).find((one) => one.user_id === userId && one.name === name);
  const row =
    given ??
    world.awards.add({
      name,
      user_id: userId,
      awardable_type: on.type,
      awardable_id: on.id,
      created_at: now,
      updated_at: now,
    });
  return created(awardView(world, row));
}
