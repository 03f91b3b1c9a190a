import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { logEvents, type FieldKind } from '#main/log-events.ts';
import { namesIn } from '#main/state/files/files.ts';
import { fromJson } from '#shared/untrusted-json.ts';
import { isKnown } from './known-words.ts';

/** The number of a marked value, such as `#12`: the same for the same value. */
export type NumberOf = (value: string) => string;

/** Numbers in the order in which the values are first seen. */
export function numbering(): NumberOf {
  const numbers = new Map<string, string>();
  return (value) => {
    const number = numbers.get(value) ?? `#${numbers.size + 1}`;
    numbers.set(value, number);
    return number;
  };
}

/** What every line has. The other fields are declared for its event. */
const Line = z.looseObject({
  level: z.literal([30, 40, 50]),
  time: z.iso.datetime({ precision: 3 }),
  pid: z.int(),
  msg: z.string(),
});
const Marked = z.strictObject({ marked: z.string() });

/**
 * The log of a data folder without free text, the oldest file first. `leftOut`: the number of lines that do not match the
 * declarations; `unknown` if the file, or the folder of the log, can't be read.
 */
export async function logOf(folder: string, numberOf: NumberOf, scripts: ReadonlySet<string>) {
  const files = namesOfLog(join(folder, 'logs')).map((name) => ({ name, lines: linesOf(join(folder, 'logs', name)) }));
  const shown: { name: string; text: string; leftOut: number | 'unknown' }[] = [];
  for (const { name, lines } of files) {
    // A long log must not hold up calls of windows
    await setImmediate();
    const kept = lines?.flatMap((line) => withoutMarked(line, numberOf, scripts) ?? []) ?? [];
    const leftOut = lines === null ? 'unknown' : lines.length - kept.length;
    shown.push({ name, text: kept.map((line) => `${line}\n`).join(''), leftOut });
  }
  return shown;
}

/** Null: the file can't be read. */
function linesOf(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return null;
  }
}

function namesOfLog(folder: string): string[] {
  try {
    const names = namesIn(folder).filter((name) => /^reeve(\.\d)?\.log$/.test(name));
    return names.toSorted((a, b) => b.length - a.length || b.localeCompare(a));
  } catch {
    return ['reeve.log'];
  }
}

/** A line of the log in which numbers replace marked values; null: the line is not what `log-events.ts` declares. */
export function withoutMarked(line: string, numberOf: NumberOf, scripts: ReadonlySet<string>): string | null {
  const read = Line.safeParse(fromJson(line));
  if (!read.success || !Object.hasOwn(logEvents, read.data.msg)) return null;
  const { level, time, pid, msg, ...fields } = read.data;
  const kinds: Record<string, FieldKind> = logEvents[msg as keyof typeof logEvents];
  const shown: Record<string, unknown> = { time, level, pid, msg };
  for (const [name, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    const marked = Marked.safeParse(value);
    if (kind === undefined || !(marked.success || isKnown(kind, value))) return null;
    if (marked.success) shown[name] = numberOf(marked.data.marked);
    else shown[name] = kind === 'frames' ? framesIn(scripts, String(value)) : value;
  }
  return JSON.stringify(shown);
}

/** The frames in Reeve's own scripts. */
function framesIn(scripts: ReadonlySet<string>, frames: string): string {
  const isOwn = (frame: string): boolean => scripts.has(frame.split(':')[0] ?? '');
  return frames.split(' ').filter(isOwn).join(' ');
}
