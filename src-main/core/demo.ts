import { isLoopback } from '#shared/reach.ts';
import type { ExportToAdd } from '#shared/contract/dependency-exports.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { App } from './app.ts';

/** The simulated platform of the demo. */
export interface Demo {
  url: string;
  token: string;
  dialect?: Profile['dialect'];
  /** Exports that were requested on it without Reeve. The API has no list of exports, so they are added by their IDs. */
  exports?: readonly ExportToAdd[];
}

/**
 * Names for the profile of the demo. The second is used if a profile of the user has the first, because that profile
 * must keep its address and token.
 */
const names = ['Demo', 'Reeve demo'];

/** Create or update the profile of the demo. New windows still begin with the profile that was opened last. */
export async function addDemo(
  { services, state, lastOpened, setUpDemo, addExports }: App,
  { exports = [], ...demo }: Demo,
): Promise<void> {
  const before = lastOpened();
  const { signal } = new AbortController();
  const profiles = state.profiles.list();
  const existing = profiles.find(({ name, url }) => names.includes(name) && isLoopback(new URL(url).hostname));
  const isTaken = (name: string) => profiles.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const { colour, readOnly } = existing ?? { colour: 'teal' as const, readOnly: false };
  const input = {
    dialect: 'documented' as const,
    ...demo,
    name: existing?.name ?? names.find((name) => !isTaken(name)) ?? 'Demo',
    colour,
    readOnly,
    proxy: null,
    ca: null,
    allowPlainHttp: false,
  };
  if (existing === undefined) await services.profiles.add(input, signal);
  else await services.profiles.edit({ ...input, id: existing.id }, signal);
  const id = existing?.id ?? state.profiles.list().find(({ name }) => name === input.name)?.id;
  if (before !== null && before !== id) await services.profiles.open({ id: before }, signal);
  if (id === undefined) return;
  await setUpDemo(id);
  await addExports(id, exports);
}
