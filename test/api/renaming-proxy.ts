import { createServer, request as forward, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { listen } from './rig.ts';

/** A proxy that makes the simulator look like GitLab, with its names of paths, fields and headers. */
export interface RenamingProxy {
  url: string;
  /** Received names in the spelling of the documents, which GitLab does not know. */
  misspelled: string[];
  /** Paths of the received requests, without the query. */
  paths: string[];
}

// From the public documentation of GitLab, independent of the dialect of the client
const paths: readonly (readonly [string, string])[] = [
  ['/import/bitbucket_server', '/import/codehost_b_server'],
  ['/import/bitbucket', '/import/codehost_b'],
  ['/import/github/cancel', '/import/codehost_a/cancel'],
  ['/import/github/gists', '/import/codehost_a/gists'],
  ['/import/github', '/import/codehost_a'],
];
const fields: readonly (readonly [string, string])[] = [
  ['linkedin', 'network_a'],
  ['twitter', 'network_b'],
  ['discord', 'network_c'],
  ['github', 'codehost_a'],
  ['github_hostname', 'codehost_a_hostname'],
  ['bitbucket_server_project', 'codehost_b_server_project'],
  ['bitbucket_server_repo', 'codehost_b_server_repo'],
  ['bitbucket_server_url', 'codehost_b_server_url'],
  ['bitbucket_server_username', 'codehost_b_server_username'],
  ['bitbucket_email', 'codehost_b_email'],
  ['bitbucket_api_token', 'codehost_b_api_token'],
  ['bitbucket_username', 'codehost_b_username'],
  ['bitbucket_app_password', 'codehost_b_app_password'],
];
const inward = new Map(fields);
const outward = new Map(fields.map(([own, neutral]) => [neutral, own]));
const neutral = /\b(network_[abc]|codehost_[ab]\w*)\b|x-service-/i;

/** The proxy is closed at the end of the test. */
export async function renamingProxy(target: string): Promise<RenamingProxy> {
  const misspelled: string[] = [];
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void whole(incoming).then((body) => {
      const [path = '', query] = (incoming.url ?? '').split('?');
      seen.push(path);
      const text = [incoming.url, ...Object.keys(incoming.headers), ...namesIn(body)].join(' ');
      const found = neutral.exec(text);
      if (found !== null) misspelled.push(found[0]);
      const own = paths.find(([spelling]) => path === `/api/v4${spelling}`);
      const to = own === undefined ? path : `/api/v4${own[1]}`;
      const sent = renamed(path.endsWith('/import/bitbucket_server') ? withOwnNamespace(body) : body, inward);
      const headers: OutgoingHttpHeaders = { ...incoming.headers };
      if (headers['content-length'] !== undefined) headers['content-length'] = sent.length;
      const url = `${target}${to}${query === undefined ? '' : `?${query}`}`;
      const behind = forward(url, { method: incoming.method, headers }, (reply) => {
        void whole(reply).then((answer) => {
          const renamedBody = renamed(answer, outward);
          const all: OutgoingHttpHeaders = {};
          for (const [name, value] of Object.entries(reply.headers)) {
            const header = name.replace(/^x-service-/, 'x-gitlab-');
            all[header] = typeof value === 'string' ? value.replaceAll(target, proxyUrl) : value;
          }
          if (answer.length > 0) all['content-length'] = renamedBody.length;
          delete all['transfer-encoding'];
          outgoing.writeHead(reply.statusCode ?? 502, all).end(renamedBody);
        });
      });
      behind.end(sent);
    });
  });
  const proxyUrl = `http://127.0.0.1:${await listen(server)}`;
  return { url: proxyUrl, misspelled, paths: seen };
}

/** GitLab reads `new_namespace` for this import, and ignores `target_namespace`. */
function withOwnNamespace(body: Buffer): Buffer {
  const { new_namespace, target_namespace: _, ...rest } = JSON.parse(body.toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...rest, target_namespace: new_namespace }));
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}

/** JSON with renamed fields at every depth; other bodies unchanged. */
function renamed(body: Buffer, names: ReadonlyMap<string, string>): Buffer {
  const value = parsed(body);
  return value === undefined ? body : Buffer.from(JSON.stringify(exchanged(value, names)));
}

function exchanged(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => exchanged(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [names.get(name) ?? name, exchanged(item, names)]),
  );
}

function namesIn(body: Buffer): string[] {
  const value = parsed(body);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function parsed(body: Buffer): unknown {
  const first = body.subarray(0, 1).toString();
  if (first !== '{' && first !== '[') return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
