export type Row = Record<string, unknown> & { id: number };

const startMs = Date.parse('2020-01-01T00:00:00Z');

/** The creation time of the user with this id: one user per day, in the order of ids. */
export const createdAt = (id: number): string => new Date(startMs + id * 86_400_000).toISOString();

/** A user in the administrator's view (document 3:8), with fields made from the id. */
export function user(id: number, over: Record<string, unknown> = {}): Row {
  return {
    id,
    username: `user-${id}`,
    name: `Person ${id}`,
    state: 'active',
    locked: false,
    created_at: createdAt(id),
    email: `user-${id}@mail.example`,
    is_admin: false,
    local_time: '3:38 PM',
    ...over,
  };
}

/** A user in the public view, which has no creation time and no roles. */
export const publicUser = (id: number): Row => ({ id, username: `user-${id}`, name: `Person ${id}`, state: 'active' });

/** Users `from` to `to`, both ends included; descending if `to` is less. */
export function usersBetween(from: number, to: number, make: (id: number) => Row = user): Row[] {
  const step = to < from ? -1 : 1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => make(from + at * step));
}

/** Rows cut into pages. */
export function paged(rows: Row[], perPage: number): Row[][] {
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  return Array.from({ length: pages }, (_, at) => rows.slice(at * perPage, (at + 1) * perPage));
}

/** A page as bytes, as the platform sends it. */
export function pageOf(rows: readonly unknown[]): ArrayBuffer {
  return textBody(JSON.stringify(rows));
}

export function textBody(text: string): ArrayBuffer {
  const bytes = new TextEncoder().encode(text);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
