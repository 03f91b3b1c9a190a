import type { compose } from './compose.ts';

/** The platform that a demonstration runs beside Reeve. */
export interface Demo {
  url: string;
  token: string;
}

const name = 'Demo';

/** Make sure a profile "Demo" points at this platform; what a person was looking at stays in sight. */
export async function addDemo(
  { services, state, shown }: Awaited<ReturnType<typeof compose>>,
  demo: Demo,
): Promise<void> {
  const before = shown()?.profile.id;
  const existing = state.profiles.list().find((profile) => profile.name === name);
  const { colour, readOnly } = existing ?? { colour: 'teal' as const, readOnly: false };
  const input = {
    ...demo,
    name,
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
