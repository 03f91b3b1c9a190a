import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { minutes, seconds } from '#shared/time.ts';

interface Needs {
  clock: Clock;
  /** The pause between two readings of a file. Three readings take less than a minute. */
  pauseMs?: number | undefined;
  /** Called when the first examination begins, and when the last one has ended. */
  onChanged: () => void;
}

interface Examined {
  file: string;
  /** How often the file is read before it counts as damaged. */
  readings: number;
  /** Read the whole file through a new connection; false: it is damaged. Fails: for other errors of the disk. */
  isSound: () => boolean | Promise<boolean>;
  signal: AbortSignal;
}

/** The disk counts as failing at the fifth read error of a file within a minute, if no reading confirms damage. */
const reportsOfFailingDisk = 5;

/**
 * The examinations of databases in which damage was reported. The cipher also reports a read that failed only once as
 * damage, so a file is read again before it is set aside. While an examination runs, nothing is sent that needs the file.
 */
export function examinations({ clock, pauseMs = seconds(15), onChanged }: Needs) {
  const reports = new Map<string, number[]>();
  let running = 0;
  let begun = Promise.withResolvers<void>();

  function change(by: 1 | -1): void {
    running += by;
    if (running !== Number(by === 1)) return;
    if (by === 1) begun.resolve();
    else begun = Promise.withResolvers<void>();
    onChanged();
  }

  return {
    isRunning: (): boolean => running > 0,
    /** Resolves as soon as an examination runs. */
    begun: (): Promise<void> => begun.promise,
    /**
     * Whether every reading of a file finds damage. The first one without damage ends the examination.
     * Fails: `invalid`/`disk-failed` if there are too many such reports; `aborted`; as `isSound` does, if a reading failed
     * and no other one shows that the file is sound.
     */
    async isDamaged({ file, readings, isSound, signal }: Examined): Promise<boolean> {
      const now = clock.monotonic();
      const recent = [...(reports.get(file) ?? []).filter((at) => at > now - minutes(1)), now];
      reports.set(file, recent);
      change(1);
      try {
        let failed: { thrown: unknown } | null = null;
        for (let reading = 1; reading <= readings; reading += 1) {
          if (reading > 1 && pauseMs > 0) await clock.sleep(pauseMs, signal);
          try {
            if (!(await isSound())) continue;
          } catch (thrown) {
            failed = { thrown };
            continue;
          }
          if (recent.length < reportsOfFailingDisk) return false;
          throw new Failure('invalid', `${file} can be read only sometimes`, { reason: 'disk-failed' });
        }
        if (failed !== null) throw failed.thrown;
        reports.delete(file);
        return true;
      } finally {
        change(-1);
      }
    },
  };
}
export type Examinations = ReturnType<typeof examinations>;

/** The failure of calls that need a database while it is examined. */
export function beingChecked(): Failure {
  return new Failure('throttled', 'a database is being examined', { reason: 'checking' });
}
