import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '#main/ports.ts';
import { namesIn } from '../files/files.ts';
import { isLockAbandoned, lockFolder } from '../files/lock.ts';

const prefix = 'reeve-session-';

export interface Session {
  folder: string;
  secrets: Secrets;
  /** Delete the folder with its content. The databases must be closed. */
  end(): void;
}

/** Start "This session only": a private folder that is deleted at the end, and secrets in memory only. */
export function startSession(temporary: string, now: number): Session {
  mkdirSync(temporary, { recursive: true });
  removeAbandonedSessions(temporary);
  const folder = mkdtempSync(join(temporary, prefix));
  const lock = lockFolder({ folder, host: 'session', now });
  return {
    folder,
    secrets: memorySecrets(),
    end: () => {
      lock.release();
      removeFolder(folder);
    },
  };
}

/** Remove the folders of sessions whose process was killed. Their keys are lost. */
function removeAbandonedSessions(temporary: string): void {
  for (const name of namesIn(temporary)) {
    const folder = join(temporary, name);
    if (name.startsWith(prefix) && isLockAbandoned(folder)) removeFolder(folder);
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function memorySecrets(): Secrets {
  const values = new Map<string, string>();
  return {
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  };
}
