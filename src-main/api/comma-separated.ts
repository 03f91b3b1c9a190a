import type { z } from 'zod';

/** A text, or a list that is sent as one comma-separated text (`labels` and `in`, document 2:34). */
export function commaSeparated<T extends z.ZodType<string | readonly string[]>>(schema: T) {
  return schema.transform((value) => (typeof value === 'string' ? value : value.join(',')));
}
