import type { WriteEndpoint, WriteOperation } from '#main/api/endpoints/index.ts';
import type { PathNames, PathOf } from '#main/api/types.ts';
import type { z } from 'zod';

/** A path parameter of any operation. */
type PathParameter = PathNames<WriteEndpoint<WriteOperation>['path']>;

/**
 * One write, exactly as it is sent, except that secrets in `body` and `query` are `SecretRef`s until then. `op` may be
 * one of an earlier or a later release.
 */
export interface Write {
  op: string;
  path: Readonly<Partial<Record<PathParameter, string | number>>>;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

/** The write of one operation. Values are checked against the endpoint, and secrets among them are `SecretRef`s. */
export type WriteOf<Op extends WriteOperation> = { [O in Op]: WriteTo<O, WriteEndpoint<O>> }[Op];
type WriteTo<Op, E> = E extends { path: infer P extends string; query: infer Q; body: infer B }
  ? { op: Op; path: PathOf<P>; query?: FieldsOf<Q> | undefined; body?: FieldsOf<B> | undefined }
  : never;
type FieldsOf<T> = T extends z.ZodType ? FieldsIn<z.input<T>> : never;
type FieldsIn<T> = { [N in T extends unknown ? keyof T : never]?: unknown };

/** The write of any operation of this release. */
export type AnyWrite = WriteOf<WriteOperation>;
