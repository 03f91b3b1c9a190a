import { z } from 'zod';

/** A user as other resources name one (document 1:31). None of its fields is in all of them. */
export const UserRef = z.looseObject({
  id: z.number().int().nullish(),
  username: z.string().nullish(),
  name: z.string().nullish(),
  state: z.string().nullish(),
  avatar_url: z.string().nullish(),
  web_url: z.string().nullish(),
});
export type UserRef = z.infer<typeof UserRef>;
