import { callOf } from '#main/api/client/exchange/call.ts';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { CallInput, Endpoint, FileSource, Upload } from '#main/api/types.ts';
import type { StoredWrite } from '#main/state/plans.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { masked } from '#main/api/client/wire/secrets.ts';
import { presentFields } from '../operation-kit/inverse.ts';
import type { Operation, State } from '../operation-kit/operation.ts';
import { isRef, refsIn } from '../masking/masking.ts';
import { mapStaged, StagedUpload } from '../staged/staged-values.ts';
import type { TargetInstance } from './engine-context.ts';

/** A small file in a plan, with its content. It is sent as a part of a form. */
const FileInPlan = z.strictObject({ fileName: z.string().min(1), type: z.string().optional(), base64: z.base64() });

/** The endpoint of a write operation. Fails: `invalid` with the field `op`. */
export function writeEndpoint(op: string): Endpoint {
  const endpoint = endpoints.get(op);
  if (endpoint === undefined) throw new Failure('invalid', `no endpoint ${op}`, { field: 'op' });
  if (endpoint.method !== 'GET' && endpoint.method !== 'HEAD') return endpoint;
  throw new Failure('invalid', `${op} is not a write`, { field: 'op' });
}

/** The write with the fields that the platform would reset if the body lacked them. */
export function withKeptFields(
  write: StoredWrite,
  before: State | null,
  operation: Operation | undefined,
): StoredWrite {
  const kept = presentFields(before ?? {}, operation?.resetIfAbsent ?? []);
  return { ...write, body: write.body && { ...kept, ...write.body } };
}

/** Opens a staged file. */
export type OpenStaged = (key: string) => AsyncIterable<Uint8Array>;

/** The sender's input for a write whose secrets are filled in. `open`: absent if the write is only checked. */
export function callInputOf(
  endpoint: Endpoint,
  { path, query, body }: StoredWrite,
  open: OpenStaged = notOpened,
): CallInput {
  const common = { path, ...(hasFields(query) && { query }) };
  if (!body) return common;
  if (endpoint.bodyKind !== 'multipart') return { ...common, ...contentsIn(body, endpoint, open) };
  const parts = Object.entries(body).map(([name, value]) => [name, toUpload(value, open)]);
  return { ...common, body: Object.fromEntries(parts) };
}

/**
 * The body with a key in place of each staged file, and the contents by key. Fails: `invalid` with the field `encoding`
 * if the platform would not decode the content as Base64.
 */
function contentsIn(
  body: NonNullable<StoredWrite['body']>,
  { contentField }: Endpoint,
  open: OpenStaged,
): Pick<CallInput, 'body' | 'contents'> {
  const contents = new Map<string, FileSource>();
  const withKeys = mapStaged(body, (file, field, parent) => {
    if (contentField === undefined || field.split('.').at(-1) !== contentField) return file;
    if ((parent as { encoding?: unknown }).encoding !== 'base64') {
      const encoding = [...field.split('.').slice(0, -1), 'encoding'].join('.');
      const message = words.contentNeedsBase64;
      throw new Failure('invalid', message, { field: encoding, reportedMessage: message });
    }
    const key = randomUUID();
    contents.set(key, { sizeBytes: file.sizeBytes, open: () => open(file.staged) });
    return key;
  });
  return contents.size === 0 ? { body } : { body: withKeys, contents };
}

/**
 * Check a write, as it would be sent, against its endpoint. Returns its path without secrets.
 * Fails: `invalid` with the field.
 */
export function checkedPath(
  endpoint: Endpoint,
  write: StoredWrite,
  { profile }: Pick<TargetInstance, 'profile'>,
): string {
  return callOf(endpoint, callInputOf(endpoint, write), profile.url, dialects[profile.dialect]).shown;
}

/** Whether a write is still valid without the fields left out: some endpoints require fields that do not change. */
export function isValidWrite(endpoint: Endpoint, write: StoredWrite, target: Pick<TargetInstance, 'profile'>): boolean {
  if (refsIn(write).length > 0) return false;
  try {
    checkedPath(endpoint, write, target);
    return true;
  } catch {
    return false;
  }
}

/** The path of a write that cannot be checked yet, because a secret is missing. */
export function uncheckedPath(
  endpoint: Endpoint,
  { path }: StoredWrite,
  { profile }: Pick<TargetInstance, 'profile'>,
): string {
  const bare = { ...endpoint, query: null, body: null, exclusive: [], requires: undefined, perDialect: undefined };
  return callOf(bare, { path }, profile.url, dialects[profile.dialect]).shown;
}

/** A value as a plan shows it: a file as its name and size, a secret as the mask. */
export function shownValue(value: unknown): unknown {
  const staged = StagedUpload.safeParse(value);
  if (staged.success) return words.file(staged.data.fileName, staged.data.sizeBytes);
  const file = FileInPlan.safeParse(value);
  if (file.success) return file.data.fileName;
  return isRef(value) ? masked : value;
}

const hasFields = (fields: Record<string, unknown> | undefined): boolean =>
  fields !== undefined && Object.values(fields).some((value) => value !== undefined);

function toUpload(value: unknown, open: OpenStaged): unknown {
  const staged = StagedUpload.safeParse(value);
  if (staged.success) {
    const { fileName, type, sizeBytes, staged: key } = staged.data;
    return { fileName, sizeBytes, ...(type !== undefined && { type }), open: () => open(key) } satisfies Upload;
  }
  const file = FileInPlan.safeParse(value);
  if (!file.success) return value;
  const bytes = Buffer.from(file.data.base64, 'base64');
  return {
    fileName: file.data.fileName,
    sizeBytes: bytes.byteLength,
    ...(file.data.type !== undefined && { type: file.data.type }),
    async *open() {
      yield bytes;
    },
  } satisfies Upload;
}

function notOpened(): never {
  throw new Failure('bug', 'a write that is only checked reads no file');
}

export function plainFailure(failure: Failure): FailureData & { [more: string]: unknown } {
  return JSON.parse(JSON.stringify(failure.toData())) as FailureData & { [more: string]: unknown };
}
