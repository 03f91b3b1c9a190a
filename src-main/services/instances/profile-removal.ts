import { rm } from 'node:fs/promises';
import { failed } from '#main/log-events.ts';
import { forgetProfile } from '#main/state/open/forget-profile.ts';
import type { StateFile } from '#main/state/open/state-file.ts';
import type { AppContext } from '../app-context.ts';
import { cacheFolder } from './instance-cache.ts';
import { storeLogin } from './proxy-login.ts';

interface Needs extends Pick<AppContext, 'clock' | 'log' | 'state' | 'secrets' | 'tokens'> {
  /** The data folder and the key of its databases. */
  vault: { folder: string; databaseKey(): string };
  /** The open databases that store facts about profiles. */
  files: readonly StateFile[];
  /** End what runs for a profile, in this order, and wait for it. */
  ends: readonly ((profileId: string) => unknown)[];
  /** Restart what was ended, because the removal failed before anything was deleted. */
  resume: (profileId: string) => Promise<void>;
  /** End what else is kept about a profile, in this order: in memory, in the keychain, in windows. */
  forget: readonly ((profileId: string) => unknown)[];
  /** Tell the windows that a profile no longer exists. */
  removed: (profileId: string) => Promise<void>;
}

/**
 * Removes profiles. The removal is a stored state: first everything refuses the profile, then what runs for it is ended,
 * then the profile is deleted. If Reeve ends in between, the next start continues.
 */
export function profileRemoval({ clock, log, state, vault, files, secrets, tokens, ...rest }: Needs) {
  const { ends, resume, forget, removed } = rest;
  const table = state.profiles;
  /** Delete the keychain entries of a profile. */
  async function forgetSecrets(id: string): Promise<void> {
    await tokens.forget(id);
    await storeLogin({ id, proxy: null, ca: null }, null, secrets);
  }

  async function deleteFiles(id: string): Promise<void> {
    for (const file of files) forgetProfile(file, vault.databaseKey(), id);
    await rm(cacheFolder(vault.folder, id), { recursive: true, force: true });
  }

  async function deleteStored(id: string): Promise<void> {
    for (const one of forget) await one(id);
    await deleteFiles(id);
    table.remove(id);
  }

  return {
    forgetSecrets,
    /** Delete what is stored about a profile that has no entry in `state.db`. */
    removeLost: async (id: string): Promise<void> => {
      await forgetSecrets(id);
      await deleteFiles(id);
    },
    /** Fails: as the keychain does, and the profile is used again; as the disk does, and the next start continues. */
    async remove(id: string): Promise<void> {
      try {
        table.beginRemoval(id, clock.now());
        for (const end of ends) await end(id);
        await forgetSecrets(id);
      } catch (thrown) {
        table.cancelRemoval(id);
        await resume(id);
        throw thrown;
      }
      try {
        await deleteStored(id);
      } finally {
        await removed(id);
      }
    },
    /** Continue the removals that an earlier run of Reeve began. One that fails is continued by the next start. */
    async continueAll(): Promise<void> {
      for (const id of table.beingRemoved()) {
        try {
          await forgetSecrets(id);
          await deleteStored(id);
        } catch (thrown) {
          log.warn('profile not removed', { profileId: id, ...failed(thrown) });
        }
      }
    },
  };
}
export type ProfileRemoval = ReturnType<typeof profileRemoval>;
