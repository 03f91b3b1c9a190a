import { callOf } from '#main/api/client/exchange/call.ts';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { CallInput, Endpoint, Upload } from '#main/api/types.ts';
import type { StoredWrite } from '#main/state/plans.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { z } from 'zod';
import { masked } from '#main/api/client/wire/secrets.ts';
import { isRef, refsIn } from '../masking/masking.ts';
import type { TargetInstance } from './engine-context.ts';

/** A file in a plan. It is sent as a part of a form. */
const FileInPlan = z.strictObject({ fileName: z.string().min(1), type: z.string().optional(), base64: z.base64() });

/** The endpoint of a write operation. Fails: `invalid` with the field `op`. */
export function writeEndpoint(op: string): Endpoint {
  const endpoint = endpoints.get(op);
  if (endpoint === undefined) throw new Failure('invalid', `no endpoint ${op}`, { field: 'op' });
  if (endpoint.method !== 'GET' && endpoint.method !== 'HEAD') return endpoint;
  throw new Failure('invalid', `${op} is not a write`, { field: 'op' });
}

/** The sender's input for a write whose secrets are filled in. */
export function callInputOf({ bodyKind }: Endpoint, { path, query, body }: StoredWrite): CallInput {
  const parts =
    body && bodyKind === 'multipart'
      ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, toUpload(value)]))
      : body;
  return { path, ...(hasFields(query) && { query }), ...(parts && { body: parts }) };
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
  const bare = { ...endpoint, query: null, body: null, exclusive: [], requires: undefined };
  return callOf(bare, { path }, profile.url, dialects[profile.dialect]).shown;
}

/** A value as a plan shows it: of a file only its name, of a secret the mask. */
export function shownValue(value: unknown): unknown {
  const file = FileInPlan.safeParse(value);
  if (file.success) return file.data.fileName;
  return isRef(value) ? masked : value;
}

const hasFields = (fields: Record<string, unknown> | undefined): boolean =>
  fields !== undefined && Object.values(fields).some((value) => value !== undefined);

function toUpload(value: unknown): unknown {
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

export function plainFailure(failure: Failure): FailureData & { [more: string]: unknown } {
  return JSON.parse(JSON.stringify(failure.toData())) as FailureData & { [more: string]: unknown };
}
