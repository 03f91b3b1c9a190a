/**
 * A refusal. Operations throw it, and the server sends it as the reply.
 * Shape: a string becomes `{ message }`, an object is sent unchanged (`{ error: 'name is missing' }`), and bytes
 * are sent as they are, with the content type in `headers`.
 * Source: document 1:235 (401, 403 and 404 begin with the code), readings 11.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string | object, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : body;
    this.headers = headers;
  }
}

/** 404 for a resource: `notFound('User')` has the message "404 User Not Found". */
export const notFound = (thing?: string) => new Refusal(404, thing ? `404 ${thing} Not Found` : '404 Not Found');

export const unauthorized = () => new Refusal(401, '401 Unauthorized');

export const forbidden = (reason?: string) => new Refusal(403, reason ? `403 Forbidden - ${reason}` : '403 Forbidden');

/** 400 for a broken rule. */
export const badRequest = (reason: string) => new Refusal(400, `400 Bad request - ${reason}`);

/** 400 for a missing parameter or a wrong type: `badParameter('name is missing')`. */
export const badParameter = (reason: string) => new Refusal(400, { error: reason });

/** 400 for fields that break a rule of the resource: `badFields({ email: ['has already been taken'] })`. */
export const badFields = (fields: Record<string, string[]>) => new Refusal(400, { message: fields });
