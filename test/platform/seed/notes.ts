import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { NoteableType } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { SEEDED_UNTIL_MS } from './moment.ts';
import { writersOf } from './people.ts';

const COMMENTS = [
  'I see the same.',
  'It began on *Monday*, see `log/queue.txt`.',
  'Thanks! :tada: That helped.',
  '<script>alert("note")</script>',
  '確認しました。',
  'Could you try again?\n\n> It says nothing.\n\nNow it does.',
];
const ACTIVITY = ['mentioned in !1', 'changed the description', 'assigned to @developer', 'locked this discussion'];

interface Place {
  type: NoteableType;
  id: number;
  iid: number | null;
  projectId: number;
  createdAt: number;
}

/** Comments, internal ones and activity on issues, merge requests and project snippets; reactions on the first two. */
export function seedNotes(world: World, cast: Cast): void {
  const random = world.random('notes');
  const writers = writersOf(world, cast);
  for (const row of world.issues.all()) {
    const place = {
      type: 'Issue',
      id: row.id,
      iid: row.iid,
      projectId: row.project_id,
      createdAt: row.created_at,
    } as const;
    // One has more notes than one page.
    addNotes(world, random, writers, place, row.iid === 1 ? 26 : random.integer(0, 5));
    addAwards(world, random, writers, 'Issue', row.id);
  }
  for (const row of world.mergeRequests.all()) {
    const { id, iid, project_id: projectId, created_at: createdAt } = row;
    addNotes(world, random, writers, { type: 'MergeRequest', id, iid, projectId, createdAt }, random.integer(1, 5));
    addAwards(world, random, writers, 'MergeRequest', id);
  }
  for (const { id, project_id: projectId, created_at: createdAt } of world.snippets.all()) {
    if (projectId !== null)
      addNotes(world, random, writers, { type: 'Snippet', id, iid: null, projectId, createdAt }, 3);
  }
}

function addNotes(world: World, random: Random, writers: number[], place: Place, count: number) {
  let at = place.createdAt;
  for (let i = 0; i < count; i += 1) {
    at = Math.min(at + random.integer(1, 90) * 61_000, SEEDED_UNTIL_MS - DAY_MS + i * 1000);
    const system = place.type !== 'Snippet' && i % 4 === 1;
    const isThread = place.type === 'MergeRequest' && i === 2;
    world.notes.add({
      body: system ? random.pick(ACTIVITY) : random.pick(COMMENTS),
      author_id: random.pick(writers),
      created_at: at,
      updated_at: i % 5 === 3 ? at + 60_000 : at,
      system,
      noteable_type: place.type,
      noteable_id: place.id,
      noteable_iid: place.iid,
      project_id: place.projectId,
      internal: !system && place.type === 'Issue' && i % 7 === 2,
      resolvable: isThread,
      resolved: isThread && random.chance(0.5),
      imported: false,
      imported_from: 'none',
    });
  }
}

function addAwards(world: World, random: Random, writers: number[], type: 'Issue' | 'MergeRequest', id: number) {
  const names = ['thumbsup', 'thumbsup', 'thumbsdown', 'heart', 'rocket'];
  for (const userId of new Set(writers)) {
    if (!random.chance(0.25)) continue;
    const at = SEEDED_UNTIL_MS - 2 * DAY_MS;
    const name = random.pick(names);
    world.awards.add({ name, user_id: userId, awardable_type: type, awardable_id: id, created_at: at, updated_at: at });
  }
}
