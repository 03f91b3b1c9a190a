import { parentPort } from 'node:worker_threads';
import { Failure } from '#shared/errors.ts';
import { decodeJson, decodeRows } from './decode-json.ts';
import { knownEndpoint, type DecodeRequest, type DecodeResult } from './decode-thread.ts';

if (parentPort === null) throw new Failure('bug', 'the decode worker runs as a thread only');
const port = parentPort;

port.on('message', (request: DecodeRequest) => port.postMessage(answer(request)));

function answer({ id, name, bytes, dialect }: DecodeRequest): DecodeResult {
  try {
    const endpoint = name === null ? null : knownEndpoint(name);
    const { value, unreadable, unread } = endpoint === null ? decodeRows(bytes) : decodeJson(endpoint, bytes, dialect);
    // As text: an object of many fields takes a hundred times longer to copy between threads than to parse
    return { id, text: JSON.stringify(value), unreadable, unread: unread?.toData() ?? null };
  } catch (thrown) {
    return { id, failure: Failure.from(thrown).toData() };
  }
}
