import { parentPort } from 'node:worker_threads';
import { serve } from '#main/threads/rpc.ts';
import { Failure } from '#shared/errors.ts';
import { decodeJson, decodeRows } from './client/reply/decode-json.ts';
import type { DecodeRequest, DecodeResult, DecodeVerbs } from './client/reply/decode-thread.ts';
import { knownEndpoints } from './endpoints/known.ts';

if (parentPort === null) throw new Failure('bug', 'the decode worker runs as a thread only');
serve(parentPort, { decode } satisfies DecodeVerbs, (thrown) => Failure.from(thrown));

function decode({ name, bytes, dialect }: DecodeRequest): DecodeResult {
  const endpoint = name === null ? null : (knownEndpoints.get(name) ?? null);
  const { value, unreadable, replyFailure } =
    endpoint === null ? decodeRows(bytes) : decodeJson(endpoint, bytes, dialect);
  // Sent as text: copying an object with many fields between threads takes about 100 times as long as parsing it
  const text = JSON.stringify(value) as string | undefined;
  const json = text === undefined ? null : new TextEncoder().encode(text);
  return { json, unreadable, replyFailure: replyFailure?.toData() ?? null };
}
