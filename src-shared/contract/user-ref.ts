import { z } from 'zod';

/** A user inside another resource (document 1:31). No field is always present. */
export const UserRef = z.looseObject({
  id: z.number().int().nullish(),
  username: z.string().nullish(),
  name: z.string().nullish(),
  state: z.string().nullish(),
  avatar_url: z.string().nullish(),
  web_url: z.string().nullish(),
});
