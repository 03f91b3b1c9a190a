import { readFileSync } from 'node:fs';
import { Failure } from '#shared/errors.ts';
import { keychain } from '#main/hosts/secrets.ts';
import { openVault } from '#main/state/keys/vault.ts';
import { openState } from '#main/state/open/state-file.ts';
import { profiles } from '#main/state/profiles.ts';
import type { StoredProfileInput } from '#main/state/profiles.ts';
import { fakeClock } from '../helpers/fake-ports.ts';

/**
 * Run by a test: opens the vault and the state of a folder with the real keychain of its environment, adds a profile if one
 * comes on standard input, and prints the vault's status and the names of all profiles.
 */
const [folder = '', temporary = ''] = process.argv.slice(2);
const input = readFileSync(0, 'utf8');
const vault = await openVault({ folder, temporary, secrets: keychain('Reeve test'), clock: fakeClock() });
const names: string[] = [];
let failure: string | null = null;
try {
  const state = openState({ folder, key: vault.databaseKey(), now: 0 });
  if (input !== '') profiles(state.db).add(JSON.parse(input) as StoredProfileInput, 0);
  names.push(
    ...profiles(state.db)
      .list()
      .map(({ name }) => name),
  );
  state.close(1);
} catch (error) {
  failure = Failure.from(error).code;
}
process.stdout.write(JSON.stringify({ status: vault.status(), names, failure }));
vault.close();
