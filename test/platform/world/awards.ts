import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

export type AwardableType = 'Issue' | 'MergeRequest' | 'Snippet';

/** An emoji reaction. */
export interface Award {
  readonly id: number;
  /** Without colons: `thumbsup`. */
  name: string;
  user_id: number;
  awardable_type: AwardableType;
  awardable_id: number;
  created_at: number;
  updated_at: number;
}

export interface Awards extends Table<Award> {
  on(type: AwardableType, id: number): Award[];
}

export function createAwards(users: Users): Awards {
  const table = createTable<Award>();
  users.onRemove((user) => table.removeWhere((award) => award.user_id === user.id));
  return Object.assign(table, {
    on: (type: AwardableType, id: number) =>
      table.filter((award) => award.awardable_type === type && award.awardable_id === id),
  });
}

/** Emoji by name. */
const EMOJI: Readonly<Record<string, string>> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  '+1': '👍',
  '-1': '👎',
  heart: '❤️',
  tada: '🎉',
  rocket: '🚀',
  eyes: '👀',
  smile: '😄',
  smiley: '😃',
  grinning: '😀',
  laughing: '😆',
  joy: '😂',
  wink: '😉',
  thinking: '🤔',
  confused: '😕',
  cry: '😢',
  sob: '😭',
  angry: '😠',
  rage: '😡',
  clap: '👏',
  wave: '👋',
  pray: '🙏',
  muscle: '💪',
  ok_hand: '👌',
  point_up: '☝️',
  raised_hands: '🙌',
  fire: '🔥',
  star: '⭐',
  sparkles: '✨',
  zap: '⚡',
  boom: '💥',
  bug: '🐛',
  bulb: '💡',
  coffee: '☕',
  beer: '🍺',
  100: '💯',
  white_check_mark: '✅',
  x: '❌',
  warning: '⚠️',
  question: '❓',
  exclamation: '❗',
  lock: '🔒',
  ship: '🚢',
  cat: '🐱',
  dog: '🐶',
};
const ALIASES: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };

/** The name of the emoji, if the text is a single emoji; otherwise undefined. */
export function emojiOf(text: string): string | undefined {
  const trimmed = text.trim();
  const [, name] = /^:([a-z0-9_+-]+):$/.exec(trimmed) ?? [];
  if (name !== undefined) return name in EMOJI ? (ALIASES[name] ?? name) : undefined;
  return Object.keys(EMOJI).find((key) => plain(EMOJI[key] ?? '') === plain(trimmed) && trimmed !== '');
}

/** Without the variation selector for colors. */
const plain = (emoji: string) => emoji.replaceAll('\uFE0F', '');
