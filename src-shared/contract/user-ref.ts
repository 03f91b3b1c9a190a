import { z } from 'zod';
import { nullish } from './kit.ts';

/** A user inside another resource (document 1:31). No field is always present. */
export const UserRef = z.looseObject({
  id: z.number().int().nullish(),
  ...nullish(z.string(), 'username', 'name', 'state', 'avatar_url', 'web_url'),
});
