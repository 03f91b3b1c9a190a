import { onTestFinished } from 'vitest';
import type { Operations } from '../platform/operation.ts';
import { createPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import type { TokenName } from '../platform/seed/tokens.ts';
import type { Settings } from '../platform/settings.ts';

/** The time of the stopped clock in every test. */
export const AT_MS = Date.UTC(2026, 10, 15, 12, 0, 0);

/** Start a small platform. It is closed at the end of the test. */
export async function start(options: Partial<Settings> = {}, tables?: readonly Operations[]): Promise<Platform> {
  const platform = await createPlatform({ users: 60, atMs: AT_MS, ...options }, tables);
  onTestFinished(() => platform.close());
  return platform;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. Fails: if it is not JSON. */
  json: unknown;
  /** The body as a list of objects. */
  rows: Record<string, unknown>[];
}

/** Send a request with the token of a seeded user, or without a token. `path`: below `/api/v4`, or a complete URL. */
export async function ask(
  platform: Platform,
  who: TokenName | null,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const url = path.startsWith('http') ? path : `${platform.url}/api/v4${path}`;
  const headers = new Headers(init.headers);
  if (who !== null) headers.set('private-token', platform.tokens[who]);
  const response = await fetch(url, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
    get rows() {
      return JSON.parse(text) as Record<string, unknown>[];
    },
  };
}

/** The address of a relation in the `Link` header. */
export function link(answer: Answer, rel: string): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1];
}

export const ids = (answer: Answer) => answer.rows.map((row) => row['id']);
