import { isLoopback } from '#main/api/client/wire/address.ts';
import type { App } from './app.ts';

/** The platform that a demonstration runs beside Reeve. */
export interface Demo {
  url: string;
  token: string;
}

/**
 * Names for the profile of the demonstration. The second one is used if a person's own profile has the first, because
 * its address and token must stay.
 */
const names = ['Demo', 'Reeve demo'];

/** Make sure a profile of the demonstration points at this platform; windows begin with the same profile as before. */
export async function addDemo({ services, state, lastOpened }: App, demo: Demo): Promise<void> {
  const before = lastOpened();
  const { signal } = new AbortController();
  const profiles = state.profiles.list();
  const existing = profiles.find(({ name, url }) => names.includes(name) && isLoopback(new URL(url).hostname));
  const isTaken = (name: string) => profiles.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const { colour, readOnly } = existing ?? { colour: 'teal' as const, readOnly: false };
  const input = {
    ...demo,
    name: existing?.name ?? names.find((name) => !isTaken(name)) ?? 'Demo',
    colour,
    readOnly,
    dialect: 'documented' as const,
    proxy: null,
    ca: null,
    allowPlainHttp: false,
  };
  if (existing === undefined) await services.profiles.add(input, signal);
  else await services.profiles.edit({ ...input, id: existing.id }, signal);
  if (before !== null && before !== existing?.id) await services.profiles.open({ id: before }, signal);
}
