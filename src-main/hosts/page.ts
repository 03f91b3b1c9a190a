import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { Preferences } from '#shared/contract/host.ts';
import { hosts } from '#shared/text/en/hosts.ts';
import { decoded } from '#shared/contract/decoded.ts';

/** The hash allows the one inline style that a component library writes: `display: contents;`. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-hashes' 'sha256-iaOezIDcQIoxCULa6FBKKuLUu09R7kG+Mlu+JVfU3Rw='",
  "img-src 'self' data:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html dompurify',
].join('; ');

/** Headers of every reply of a host, including refusals. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The scheme of the pages in Electron. Not `file://`, because `'self'` in the policy has no effect there. */
export const pageScheme = 'reeve-app';
export const pageOrigin = `${pageScheme}://app`;

export function isOwnPage(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`);
}

const words = hosts.door;
const statuses = { used: 403, noCookie: 403, foreign: 403, missing: 404, method: 405, notBuilt: 503 } as const;
export type Refusal = keyof typeof statuses;

type Shown = Pick<Preferences, 'theme' | 'density'>;

/** The reply of a host to a request. */
export interface PageReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | string;
}

/** A page that says why a request is refused, and shows nothing else. */
export function refusalPage(why: Refusal): PageReply {
  const { heading, body } = words[why];
  const link = why === 'used' ? `<p><a href="/">${words.used.link}</a></p>` : '';
  const page =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
    `<title>${heading} · ${words.title}</title><main><h1>${heading}</h1><p>${body}</p>${link}</main></html>\n`;
  const headers = {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(why === 'method' ? { allow: 'GET, HEAD' } : {}),
  };
  return { status: statuses[why], headers, body: page };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * A file of the built window; refused if it doesn't exist, if the path leads out of `root`, or if the window isn't built.
 * Routes of the window are in the part after `#`, which is never requested.
 * @param encodedPath of the URL
 */
export async function pageReply(root: string, encodedPath: string, preferences: () => Shown): Promise<PageReply> {
  const path = localPath(encodedPath);
  if (path === undefined) return refusalPage('missing');
  const isIndex = path === sep || path === `${sep}index.html`;
  try {
    const file = await readFile(join(root, isIndex ? 'index.html' : path));
    const body = isIndex ? withPreferences(file.toString('utf8'), preferences()) : file;
    return { status: 200, headers: headersOf(isIndex ? 'index.html' : path), body };
  } catch {
    return refusalPage(isIndex ? 'notBuilt' : 'missing');
  }
}

/** The reply to a request of `pageScheme`: a file of the built window for GET requests. */
export async function pageResponse(
  root: string,
  { url, method }: { url: string; method: string },
  preferences: () => Shown,
): Promise<Response> {
  const why = !isOwnPage(url) ? 'foreign' : method !== 'GET' ? 'method' : null;
  const { body, ...rest } = why === null ? await pageReply(root, new URL(url).pathname, preferences) : refusalPage(why);
  return new Response(body, rest);
}

/** Theme and density are needed before the first script runs, and the policy forbids inline scripts. */
function withPreferences(html: string, { theme, density }: Shown): string {
  const themed = theme === 'system' ? '' : ` data-theme="${theme}"`;
  return html.replace('<html', `<html${themed} data-density="${density}"`);
}

function localPath(encoded: string): string | undefined {
  const path = decoded(encoded);
  if (path === null) return undefined;
  const local = normalize(path);
  const leadsOut = path.includes('\0') || path.includes('\\') || path.split('/').includes('..');
  return leadsOut || !local.startsWith(sep) ? undefined : local;
}

function headersOf(path: string): Record<string, string> {
  return {
    ...pageHeaders,
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    // File names in assets/ contain a hash of their content.
    'cache-control': path.startsWith(`${sep}assets${sep}`) ? 'private, max-age=31536000, immutable' : 'no-store',
  };
}
