import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { isUnmarked, logEvents, type FieldKind } from '#main/log-events.ts';
import type { Log } from '#main/ports.ts';

const fileSizeBytes = 5_000_000;
const filesKept = 4;
const secretName =
  /token|secret|password|passphrase|authorization|cookie|credential|api_?key|private_?key|databasekey/i;

/**
 * Log lines as JSON in `<folder>/logs/reeve.log`, rotated by size; `reeve.1.log` is the newest of the older files.
 * Fields with a secret name are written as `[redacted]`, at any depth; free text as `{"marked":"…"}`. If a line can't be
 * written, it is dropped.
 */
export function openLog(folder: string, { sizeBytes = fileSizeBytes } = {}): Log {
  const file = rotatedFile(join(folder, 'logs'), sizeBytes);
  const log = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, file);
  return {
    info: (event, fields) => log.info(marked(event, fields), event),
    warn: (event, fields) => log.warn(marked(event, fields), event),
    error: (event, fields) => log.error(marked(event, fields), event),
  };
}

/** The redacted fields of an event. Everything is marked except what its declaration allows without a mark. */
function marked(event: string, fields: Record<string, unknown> | undefined): Record<string, unknown> {
  const kinds: Record<string, FieldKind> = logEvents[event as keyof typeof logEvents] ?? {};
  return Object.fromEntries(
    Object.entries(redacted(fields)).map(([name, value]) => {
      const isAllowed = value === undefined || isUnmarked(kinds[name] ?? 'marked', value);
      return [name, isAllowed ? value : { marked: typeof value === 'string' ? value : JSON.stringify(value) }];
    }),
  );
}

/** A copy of the fields in which the values of secret names are replaced. */
function redacted(fields: Record<string, unknown> = {}, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretName.test(name) ? '[redacted]' : plain(value, depth + 1),
    ]),
  );
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  if (depth > 6) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  return redacted(value as Record<string, unknown>, depth);
}

function rotatedFile(folder: string, sizeBytes: number): { write(line: string): void } {
  const nameOf = (age: number) => join(folder, age === 0 ? 'reeve.log' : `reeve.${age}.log`);
  let written: number | undefined;
  const rotate = () => {
    for (let age = filesKept - 2; age >= 0; age--) moveIfThere(nameOf(age), nameOf(age + 1));
    written = 0;
  };
  return {
    write(line) {
      try {
        if (written === undefined) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          restrict([folder], 0o700);
          restrict(
            Array.from({ length: filesKept }, (_, age) => nameOf(age)),
            0o600,
          );
          written = statSync(nameOf(0), { throwIfNoEntry: false })?.size ?? 0;
        }
        if (written > 0 && written + line.length > sizeBytes) rotate();
        appendFileSync(nameOf(0), line, { mode: 0o600 });
        written += Buffer.byteLength(line);
      } catch {
        written = undefined;
      }
    },
  };
}

/** Files of an earlier release may be readable by others. Some file systems have no permissions. */
function restrict(paths: readonly string[], mode: number): void {
  if (process.platform === 'win32') return;
  for (const path of paths) {
    try {
      chmodSync(path, mode);
    } catch {
      // The file does not exist, or its permissions cannot be changed. The log can be written anyway.
    }
  }
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}
