import { protocol } from 'electron';
import type { Preferences } from '#shared/contract/host.ts';
import { pageHeaders, readPage } from '#main/hosts/page.ts';

const scheme = 'reeve-app';

/** The origin of all windows. Not `file://`, because `'self'` in the policy has no effect there. */
export const pageOrigin = `${scheme}://app`;

export function isOwnPage(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`);
}

/** Call before the app is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serve the files of the built window to GET requests. */
export function servePage(root: string, preferences: () => Preferences): void {
  protocol.handle(scheme, async ({ url, method }) => {
    const refusal = (status: number) => new Response(null, { status, headers: pageHeaders });
    if (!isOwnPage(url)) return refusal(403);
    if (method !== 'GET') return refusal(405);
    const file = await readPage(root, new URL(url).pathname, preferences());
    return file === undefined ? refusal(404) : new Response(new Uint8Array(file.body), { headers: file.headers });
  });
}
