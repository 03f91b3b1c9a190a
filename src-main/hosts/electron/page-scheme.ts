import { protocol } from 'electron';
import type { Preferences } from '#shared/contract/host.ts';
import { pageResponse, pageScheme as scheme } from '#main/hosts/page.ts';

/** Call before the app is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serve the files of the built window. */
export function servePage(root: string, preferences: () => Preferences): void {
  protocol.handle(scheme, (request) => pageResponse(root, request, preferences));
}
