import { changes as words } from '#shared/text/en/changes.ts';
import type { Stores } from '../../stores/context.ts';

/** The text of a message about a write: the given parts, then the instance. */
export function withInstance(
  { profiles }: Pick<Stores, 'profiles'>,
  profileId: string | null,
  ...parts: readonly (string | null)[]
): string {
  const name = profileId === null ? '' : profiles.nameOf(profileId);
  const all = [...parts, name === '' ? null : words.onInstance(name)];
  return all.filter((part) => part !== null && part !== '').join(' · ');
}
