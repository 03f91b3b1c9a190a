import { forbidden, unauthorized } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';

interface Installation {
  settings: Settings;
}

/** Whether the platform behaves as real installations do where they differ from the documents. */
export const isGitlab = ({ settings }: Installation): boolean => settings.dialect === 'gitlab';

/** Whether it behaves as the newest real installations do, where their older versions differ. */
export const isNewestGitlab = ({ settings }: Installation): boolean =>
  settings.dialect === 'gitlab' && !settings.olderVersion;

/** The values of the documents, and those that only real installations have. */
export const withMore = <const T, const More>(
  installation: Installation,
  values: readonly T[],
  more: readonly More[],
): readonly (T | More)[] => (isGitlab(installation) ? [...values, ...more] : values);

/** The scope of tokens that manage runners. */
export const runnerScope = (installation: Installation) =>
  isGitlab(installation) ? 'manage_runner' : 'manage_runners';

/** The refusal for a role that is too low, at the endpoints where real installations reply 401 instead of 403. */
export const missingRole = (installation: Installation) => (isGitlab(installation) ? unauthorized : forbidden);
