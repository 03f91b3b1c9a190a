import type { LucideIconData } from '@lucide/icons';
import CirclePlus from '@lucide/icons/icons/circle-plus';
import Eye from '@lucide/icons/icons/eye';
import EyeOff from '@lucide/icons/icons/eye-off';
import Lock from '@lucide/icons/icons/lock';
import Pencil from '@lucide/icons/icons/pencil';
import RotateCcw from '@lucide/icons/icons/rotate-ccw';
import Trash from '@lucide/icons/icons/trash';
import type { ChangeKind, HistoryEntry } from '#shared/contract/history.ts';
import { and } from '#shared/text/en/fields.ts';
import { history as words } from '#shared/text/en/history.ts';
import { shortMoment } from '#shared/text/en/moments.ts';
import { labelIn, type ChangePart, type FieldSource } from './field-words.ts';

/** The icon of each kind, and its tone; null: the tone depends on the change. */
const looks: Readonly<Record<ChangeKind, readonly [icon: LucideIconData, tone: string | null]>> = {
  came: [CirclePlus, 'ok'],
  changed: [Pencil, null],
  notReturned: [EyeOff, 'bad'],
  deleted: [Trash, 'bad'],
  back: [RotateCcw, 'ok'],
  hidden: [Lock, 'warn'],
  visible: [Eye, 'ok'],
};

/** The icon and the tone of an entry. */
export function lookOf(
  { kind, by }: HistoryEntry,
  parts: readonly ChangePart[],
): { icon: LucideIconData; tone: string } {
  const [icon, tone] = looks[kind];
  const ofChange = parts.some(({ isWorse }) => isWorse) ? 'warn' : by.kind === 'outside' ? 'muted' : 'accent';
  return { icon, tone: tone ?? ofChange };
}

/** How many fields that are hidden or visible again are named at once; of more, `rest` has the names. */
const mostNamed = 3;

/**
 * What happened to a row or a place, in words. `rest`: follows the kind. `older`: the entry of the row before this one,
 * if known.
 */
export function kindWords(
  source: FieldSource,
  { kind, at, fields }: HistoryEntry,
  older: HistoryEntry | undefined,
  nowMs: number,
): { kind: string; rest: string } {
  if ((kind === 'hidden' || kind === 'visible') && fields.length > 0) {
    const names = [...new Set(fields.map(({ name }) => labelIn(source, name)))];
    if (names.length <= mostNamed) return { kind: words.fieldsHidden(kind, and.format(names)), rest: '' };
    return { kind: words.fieldsHidden(kind, words.fields(names.length)), rest: `(${and.format(names)})` };
  }
  const wasAway = kind === 'back' && (older?.kind === 'notReturned' || older?.kind === 'deleted');
  const rest = kind === 'notReturned' ? words.since(at, nowMs) : wasAway ? words.after(at - older.at) : '';
  return { kind: words.kinds[kind], rest };
}

/** An entry in one sentence, for screen readers. */
export function sentenceOf(
  entry: HistoryEntry,
  parts: readonly ChangePart[],
  { kind, rest }: { kind: string; rest: string },
  nowMs: number,
): string {
  const changed = parts.map(({ label, before, after }) => words.fromTo(label, before, after));
  const what = entry.kind === 'changed' ? `${kind}: ${changed.join('; ')}` : `${kind} ${rest}`.trim();
  const span = entry.since === null ? `${words.exact}: ${shortMoment(entry.at, nowMs)}` : words.span(entry, nowMs);
  return `${what}. ${words.bySentence(entry.by)}. ${span}.`;
}
