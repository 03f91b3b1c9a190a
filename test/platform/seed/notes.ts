import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Issue } from '../world/issues.ts';
import type { NoteableType } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { companyNotes } from './company/notes.ts';
import type { NoteTexts } from './company/notes.ts';
import { companyProjects } from './company/projects.ts';
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
  authorId: number;
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
      authorId: row.author_id,
    } as const;
    // Some have more notes than one page.
    const scripted = world.settings.hostile ? [] : commentsOf(world, row);
    const isLong = row.iid === 1 && (world.settings.hostile || scripted.length > 8);
    addNotes(
      world,
      random,
      writers,
      place,
      isLong ? 26 : Math.ceil(scripted.length * 1.4) + random.integer(0, 5),
      scripted,
    );
    addAwards(world, random, writers, place);
  }
  for (const row of world.mergeRequests.all()) {
    const { id, iid, project_id: projectId, created_at: createdAt, author_id: authorId } = row;
    const place = { type: 'MergeRequest', id, iid, projectId, createdAt, authorId } as const;
    addNotes(world, random, writers, place, random.integer(world.settings.hostile ? 1 : 3, 5));
    addAwards(world, random, writers, place);
  }
  for (const { id, project_id: projectId, created_at: createdAt, author_id: authorId } of world.snippets.all()) {
    if (projectId !== null)
      addNotes(world, random, writers, { type: 'Snippet', id, iid: null, projectId, createdAt, authorId }, 3);
  }
}

/** The comments that were written for an issue of the company. */
function commentsOf(world: World, { project_id, title }: Issue): readonly string[] {
  const project = world.projects.get(project_id);
  const texts = project && companyProjects.find(({ path }) => path === world.projects.fullPath(project));
  return texts?.issues.find((one) => one.title === title)?.comments ?? [];
}

const hostileNotes = (random: Random, writers: readonly number[]): NoteTexts => ({
  comment: () => random.pick(COMMENTS),
  author: () => random.pick(writers),
  activity: () => random.pick(ACTIVITY),
  next: (atMs) => atMs + random.integer(1, 90) * 61_000,
});

function addNotes(
  world: World,
  random: Random,
  writers: number[],
  place: Place,
  count: number,
  scripted: readonly string[] = [],
) {
  const { untilMs } = world.seeded;
  const { hostile } = world.settings;
  const texts = hostile ? hostileNotes(random, writers) : companyNotes(world, random, writers, place, scripted);
  let at = place.createdAt;
  for (let i = 0; i < count; i += 1) {
    at = Math.min(texts.next(at), hostile ? untilMs - DAY_MS + i * 1000 : untilMs);
    const system = place.type !== 'Snippet' && i % 4 === 1;
    const isThread = place.type === 'MergeRequest' && i === 2;
    world.notes.add({
      body: system ? texts.activity() : texts.comment(),
      author_id: system ? random.pick(writers) : texts.author(),
      created_at: at,
      updated_at: i % 5 === 3 ? Math.min(at + 60_000, Math.max(at, untilMs)) : at,
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

interface Awarded {
  type: 'Issue' | 'MergeRequest';
  id: number;
  createdAt: number;
}

function addAwards(world: World, random: Random, writers: number[], { type, id, createdAt }: Awarded) {
  const names = ['thumbsup', 'thumbsup', 'thumbsdown', 'heart', 'rocket'];
  for (const userId of new Set(writers)) {
    if (!random.chance(0.25)) continue;
    const { untilMs } = world.seeded;
    const at = Math.max(untilMs - 2 * DAY_MS, world.settings.hostile ? 0 : Math.min(createdAt + 1_800_000, untilMs));
    const name = random.pick(names);
    world.awards.add({ name, user_id: userId, awardable_type: type, awardable_id: id, created_at: at, updated_at: at });
  }
}
