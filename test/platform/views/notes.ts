import { iso } from '../clock.ts';
import type { Award } from '../world/awards.ts';
import type { Note } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import { authorOf, personOf } from './people.ts';

/** A note (document 2, Note). */
export function noteView(world: World, note: Note) {
  return {
    id: note.id,
    body: note.body,
    author: authorOf(world, note.author_id),
    created_at: iso(note.created_at),
    updated_at: iso(note.updated_at),
    system: note.system,
    noteable_id: note.noteable_id,
    noteable_type: note.noteable_type,
    project_id: note.project_id,
    noteable_iid: note.noteable_iid,
    resolvable: note.resolvable,
    confidential: note.internal,
    internal: note.internal,
    imported: note.imported,
    imported_from: note.imported_from,
  };
}

/** What a note becomes that consists of one emoji (document 2:48). */
export function awardView(world: World, award: Award) {
  const { id, name, user_id, awardable_id, awardable_type, created_at, updated_at } = award;
  return {
    id,
    name,
    user: personOf(world, user_id),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    awardable_id,
    awardable_type,
    url: null,
  };
}
