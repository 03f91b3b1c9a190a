import { expect, test } from 'vitest';
import { z } from 'zod';
import { callOf } from '#main/api/client/exchange/call.ts';
import { pageInput } from '#main/api/client/walk.ts';
import type { Send } from '#main/api/types.ts';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { makeSource } from '#main/services/lists/list-sources.ts';
import { collection } from '#shared/contract/collection.ts';

const badges = collection({
  row: z.looseObject({ id: z.number(), name: z.string() }),
  lists: { project: 'GET /projects/:id/badges' },
  query: { with_links: true },
  title: 'name',
  columns: { name: 'normal' },
  searched: ['name'],
});

test('a list without an endpoint of its own is requested in pages, with the parameters of its declaration', async () => {
  const { parts } = makeSource('deployments', badges);
  const signal = new AbortController().signal;
  const [part] = (await parts?.({ send: {} as Send, scope: 'project:7', ref: 7, signal })) ?? [];
  if (part === undefined || !('endpoint' in part)) throw new Error('no request');
  const { url } = callOf(part.endpoint, pageInput(part.input, 2), 'https://host.example', dialects.documented);
  expect(url.pathname).toBe('/api/v4/projects/7/badges');
  expect(Object.fromEntries(url.searchParams)).toEqual({ with_links: 'true', page: '2', per_page: '100' });
});
