import { Key } from '#shared/contract/keys.ts';
import { z } from 'zod';
import { endpoint, table } from '../endpoint.ts';

const role = 'administrator';

export const keys = table('keys', {
  get: endpoint('GET /keys/:id', { reply: Key, role, doc: '3:66' }),
  /** Finds an SSH key or a deploy key by its MD5 or `SHA256:…` fingerprint. */
  find: endpoint('GET /keys', { query: z.object({ fingerprint: z.string().min(1) }), reply: Key, role, doc: '3:67' }),
});
