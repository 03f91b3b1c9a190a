import type { Build, Software } from '#shared/contract/host.ts';
import type { Session } from '../../link/session.svelte.ts';

/** What this package was built from; null: this build is not a package. */
export const buildOf = async (session: Session): Promise<Build | null> => (await session.client.host.build()).build;

/** Third-party software in this package, about 150 KB; null: this build is not a package. */
export const softwareOf = async (session: Session): Promise<Software[] | null> =>
  (await session.client.host.software()).software;
