import { computeCommandScore } from 'bits-ui';
import type { SearchHit, SearchKind } from '#shared/contract/search.ts';
import { closeness } from '#shared/name-match.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';

/** An entry of the palette. `hit`: the search result that it opens. */
export interface PaletteEntry extends Command {
  hit?: SearchHit;
}

/** What a first character restricts the search to; without one, everything. `places`: groups and projects. */
export type PaletteMode = 'all' | 'commands' | 'users' | 'places';

const prefixes: Record<string, PaletteMode> = { '>': 'commands', '@': 'users', '#': 'places' };

/** Kinds of rows to search in the cache; null: all. */
export const kindsOf: Record<PaletteMode, readonly SearchKind[] | null> = {
  all: null,
  commands: [],
  users: ['person'],
  places: ['group', 'project'],
};

/** Split the input: "@ yuki" searches people for "yuki". "#12" is the number of an issue. */
export function readPalette(typed: string): { mode: PaletteMode; words: string } {
  const mode = /^#\d+\s*$/.test(typed) ? undefined : prefixes[typed.charAt(0)];
  return mode === undefined ? { mode: 'all', words: typed.trim() } : { mode, words: typed.slice(1).trim() };
}

/**
 * Commands that match, best first; without words all of them, in their own order. Pages match loosely. An action matches
 * only if each word is the beginning of one of its words, because it would do harm to run a different action.
 */
export function matching(commands: readonly Command[], words: string): Command[] {
  if (words === '') return [...commands];
  return commands
    .map((command) => ({ command, score: computeCommandScore(command.title, words, command.keywords?.split(' ')) }))
    .filter(({ command, score }) => (command.isGoto ? score > 0 : hasWords(command, words)))
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => command);
}

function hasWords({ title, keywords = '', isFoundByVerb }: Command, words: string): boolean {
  if (isFoundByVerb === true && !title.toLowerCase().startsWith(partsOf(words)[0]?.toLowerCase() ?? '')) return false;
  return partsOf(words).every((word) => closeness(word, [title, keywords]) < 3);
}

const partsOf = (text: string): string[] => text.split(/[\s/._@-]+/u).filter((part) => part !== '');
