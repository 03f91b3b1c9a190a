import { host } from '#shared/text/en/host.ts';

/** The errors of a new passphrase; empty if there are none. */
export function newPassphraseErrors(first: string, second: string): { first?: string; second?: string } {
  const { vault } = host;
  if (first.length < 8) return { first: vault.tooShort };
  if (first.length > 1_000) return { first: vault.tooLong };
  return first === second ? {} : { second: vault.unlike };
}
