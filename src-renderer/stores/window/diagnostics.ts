import type { Session } from '../../link/session.svelte.ts';

/** The verbs for diagnostics. They also work while the databases are closed. */
export function diagnosticsOf({ client: { host } }: Session) {
  return {
    collect: () => host.collectDiagnostics(),
    textOf: async (id: string, name: string): Promise<string> => (await host.diagnosticsFile({ id, name })).text,
    save: (id: string) => host.saveDiagnostics({ id }),
  };
}
