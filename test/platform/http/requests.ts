/** One received request. */
export interface RequestRecord {
  n: number;
  atMs: number;
  method: string;
  /** As sent, still encoded, without the query. */
  path: string;
  /** `GET /users/:id`; undefined for an undocumented path. */
  endpoint: string | undefined;
  /** As sent, without the question mark. */
  query: string;
  headerNames: string[];
  /** User name of the token; null without a valid token. */
  by: string | null;
  /** Null until the reply is sent. Stays null if a fault drops the reply. */
  status: number | null;
  /** The first 4,096 bytes, as text. */
  body: string;
}

/** The last 10,000 received requests, and a count of all requests by endpoint. */
export interface Requests {
  open(request: Omit<RequestRecord, 'n' | 'by' | 'status' | 'body'>): RequestRecord;
  list(endpoint?: string): RequestRecord[];
  /** The number of requests to an endpoint such as `GET /users/:id`, or to all. */
  count(endpoint?: string): number;
  clear(): void;
}

const KEPT = 10_000;
export const KEPT_BODY_BYTES = 4096;

export function createRequests(): Requests {
  let total = 0;
  let records: RequestRecord[] = [];
  const counts = new Map<string, number>();
  return {
    open(request) {
      total += 1;
      const record: RequestRecord = { ...request, n: total, by: null, status: null, body: '' };
      records.push(record);
      if (records.length >= 2 * KEPT) records = records.slice(-KEPT);
      const { endpoint } = request;
      if (endpoint !== undefined) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
      return record;
    },
    list: (endpoint) => records.slice(-KEPT).filter((record) => endpoint === undefined || record.endpoint === endpoint),
    count: (endpoint) => (endpoint === undefined ? total : (counts.get(endpoint) ?? 0)),
    clear() {
      total = 0;
      records = [];
      counts.clear();
    },
  };
}
