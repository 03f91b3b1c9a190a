import { Failure } from '#shared/errors.ts';
import { kilobytes, megabytes } from '#shared/time.ts';
import { headersOf, type Reply, type BodyReader } from '../exchange/attempt.ts';
import type { Call } from '../exchange/call.ts';
import { masked, maskFields, scrub, scrubBytes } from '../wire/secrets.ts';
import type { RawAnswer } from '../../types.ts';

const shownBytes = megabytes(1);
/** Bytes read beyond the shown part, so that a secret at its end is found completely. */
const beyondBytes = kilobytes(8);

/** Headers of requests and replies that contain credentials. */
const secretHeaders = ['private-token', 'authorization', 'cookie', 'set-cookie'];

/** Refuse every method except GET and HEAD. Fails: `invalid` with the field `method`. */
export function checkReadOnly({ endpoint: { method } }: Call): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new Failure('invalid', 'only GET and HEAD are allowed here', { field: 'method' });
}

/** The beginning of a body: the shown part and `beyondBytes`. Not reading the rest ends the connection. */
export const readBeginning: BodyReader = async (chunks) => {
  const parts: Uint8Array[] = [];
  let wireBytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    wireBytes += chunk.byteLength;
    if (wireBytes > shownBytes + beyondBytes) return { bytes: Buffer.concat(parts), wireBytes, isTruncated: true };
  }
  return { bytes: Buffer.concat(parts), wireBytes };
};

/** Request and reply, without token, secret inputs and cookies. */
export function rawAnswer(
  call: Call,
  { status, headers, bytes, url }: Reply,
  { token, sentAt, ms, shownUrl }: { token: string | null; sentAt: number; ms: number; shownUrl: string },
): RawAnswer {
  const secrets = token === null ? call.secrets : [...call.secrets, token];
  const body = scrubBytes(bytes, secrets);
  const shown = Object.entries(maskFields(headers, secretHeaders)).map(([name, text]) => [name, scrub(text, secrets)]);
  return {
    status,
    origin: url.origin,
    headers: Object.fromEntries(shown) as Record<string, string>,
    body: body.slice(0, shownBytes),
    isTruncated: bytes.byteLength > shownBytes,
    ms,
    sentAt,
    request: {
      method: call.endpoint.method,
      url: scrub(shownUrl, secrets).replaceAll('%5Bsecret%5D', masked),
      headers: maskFields(headersOf(call, token, true), secretHeaders),
    },
  };
}
