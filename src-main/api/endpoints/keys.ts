import { Key } from '#shared/contract/keys.ts';
import { z } from 'zod';
import { endpoint, table } from '../endpoint.ts';

const role = 'administrator';

export const keys = table('keys', {
  get: endpoint('GET /keys/:id', { reply: Key, role, doc: '3:66' }),
  /** By the fingerprint of an SSH key or a deploy key, MD5 style or `SHA256:…`. */
  find: endpoint('GET /keys', { query: z.object({ fingerprint: z.string().min(1) }), reply: Key, role, doc: '3:67' }),
});
