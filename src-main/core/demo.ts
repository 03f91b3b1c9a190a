import { isLoopback } from '#main/api/client/wire/address.ts';
import type { compose } from './compose.ts';

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

/** Make sure a profile of the demonstration points at this platform; what a person was looking at stays in sight. */
export async function addDemo(
  { services, state, shown }: Awaited<ReturnType<typeof compose>>,
  demo: Demo,
): Promise<void> {
  const before = shown()?.profile.id;
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
  if (existing === undefined) await services.profiles.add(input);
  else await services.profiles.edit({ ...input, id: existing.id });
  if (before !== undefined && before !== existing?.id) await services.profiles.open({ id: before });
}
