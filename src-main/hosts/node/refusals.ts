import type { ServerResponse } from 'node:http';
import { hosts } from '#shared/text/en/hosts.ts';
import { pageHeaders } from '#main/hosts/page.ts';

const words = hosts.door;

const statuses = { used: 403, noCookie: 403, foreign: 403, missing: 404, method: 405, notBuilt: 503 } as const;
export type Refusal = keyof typeof statuses;

/** Reply with a page that says why the request is refused. It shows nothing else. */
export function refuse(response: ServerResponse, why: Refusal): void {
  const { heading, body } = words[why];
  const link = why === 'used' ? `<p><a href="/">${words.used.link}</a></p>` : '';
  const page =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">` +
    `<title>${heading} · ${words.title}</title><main><h1>${heading}</h1><p>${body}</p>${link}</main></html>\n`;
  response.writeHead(statuses[why], {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...(why === 'method' ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(page);
}
