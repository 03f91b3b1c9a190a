import type { Random } from '../../random.ts';
import type { NoteableType } from '../../world/notes.ts';
import type { World } from '../../world/world.ts';
import { activity, issueComments, reviews, snippetComments } from './texts.ts';

/** The texts of the notes of one issue, merge request or snippet, none twice; first the given ones, in their order. */
export interface NoteTexts {
  comment(): string;
  /** The author of the note whose text was returned last: two people take turns in the given texts. */
  author(): number;
  activity(): string;
  /** When the next note is written, after a note at this time. */
  next(atMs: number): number;
}

const HOUR_MS = 3_600_000;

/** `authorId`: the author of the issue, merge request or snippet. */
export function companyNotes(
  world: World,
  random: Random,
  people: readonly number[],
  { type, authorId }: { type: NoteableType; authorId: number },
  given: readonly string[],
): NoteTexts {
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => ({ one, place: random.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ one }) => one);
  const scripted = type === 'MergeRequest' ? shuffled(reviews).flat() : given;
  const usual = type === 'Snippet' ? snippetComments : issueComments;
  const comments = [...scripted, ...shuffled(usual)];
  const events = activity.filter((text) => !text.startsWith('mentioned') || type === 'Issue');
  const { untilMs } = world.seeded;
  const others = people.filter((id) => id !== authorId);
  const pair = [random.pick(others), type === 'MergeRequest' ? authorId : random.pick(others)];
  let turn = -1;
  return {
    comment: () => {
      turn += 1;
      return comments.shift() ?? random.pick(usual);
    },
    author: () => (turn >= 0 && turn < scripted.length ? (pair[turn % 2] ?? 1) : random.pick(people)),
    activity: () => random.pick(events).replace('@', `@${world.users.get(random.pick(people))?.username ?? ''}`),
    next: (atMs) => {
      const wanted = atMs + Math.floor(random.next() ** 2 * 60) * HOUR_MS + random.integer(60, 3600) * 1000;
      // Half of the remaining time at most, so that all notes are older than now.
      return Math.floor(Math.min(wanted, atMs + (untilMs - atMs) / 2) / 1000) * 1000;
    },
  };
}
