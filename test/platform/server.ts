import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { callerOf, requireScope } from './auth.ts';
import { parseBody, readBody } from './http/body.ts';
import type { Effect } from './faults/fault.ts';
import { replyWithFault, isAfter, replacement } from './faults/fault-effects.ts';
import type { Faults } from './faults/faults.ts';
import { isGitlab } from './gitlab/dialect.ts';
import { outgoingReply, requireWritable, throughProxy } from './gitlab/border.ts';
import { movedReply } from './gitlab/moved-projects.ts';
import { documentedParams, refusalInDialect } from './gitlab/names.ts';
import { withOtherTypes, withOwnIds } from './gitlab/row-types.ts';
import { budgetHeaders } from './limits.ts';
import { needsSignIn } from './operation.ts';
import { mergeParams, paramsOf } from './http/params.ts';
import type { Params } from './http/params.ts';
import { notFound, Refusal, unauthorized } from './http/refusal.ts';
import { rendered, renderedRefusal, tagged, withoutUnshown } from './http/rendered.ts';
import type { Rendered } from './http/rendered.ts';
import { KEPT_BODY_BYTES } from './http/requests.ts';
import type { RequestRecord, Requests } from './http/requests.ts';
import type { Match, Router } from './http/router.ts';
import { reset, send } from './send.ts';
import type { World } from './world/world.ts';

// Node's own server, without a framework. Decision: build/decisions/0005-the-simulator-has-its-own-http.md
const BASE = '/api/v4';

interface Needs {
  world: World;
  router: Router;
  requests: Requests;
  faults: Faults;
}

/** A request that is being processed. */
interface Exchange {
  incoming: IncomingMessage;
  method: string;
  url: URL;
  record: RequestRecord;
  body: Promise<Buffer>;
}

export function createPlatformServer(needs: Needs): Server {
  // Only the caller closes an idle connection. Otherwise, a busy caller could send a request on a closed connection.
  const limits = { maxHeaderSize: 64 * 1024, requestTimeout: 0, keepAliveTimeout: 0 };
  const server = createServer(limits, (incoming, outgoing) => {
    handle(needs, incoming, outgoing).catch((error: unknown) => {
      if (!isGone(incoming)) report(`${incoming.method} ${incoming.url}`, error);
      outgoing.destroy();
    });
  });
  return server;
}

async function handle(needs: Needs, incoming: IncomingMessage, outgoing: ServerResponse) {
  const { world, requests, faults } = needs;
  const method = incoming.method ?? 'GET';
  const url = new URL(`http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`);
  // Not `url.pathname`, which has dot segments removed.
  const [path = '/'] = (incoming.url ?? '/').split('?', 1);
  const match = matchOf(needs, method, path);
  const endpoint = match instanceof Refusal ? undefined : match.route.name;
  const record = requests.open({
    atMs: world.clock.now(),
    method,
    path,
    endpoint,
    query: url.search.slice(1),
    headerNames: Object.keys(incoming.headers),
  });
  // The body is received at once, also if the work is slow, as by a load balancer
  const body = readBody(incoming, world.settings.maxBodyBytes);
  body.catch(() => undefined);
  const effects = faults.strike(endpoint ?? `${method} ${path}`);
  const latencyMs = effects.reduce(
    (sum, effect) => sum + (effect.kind === 'latency' ? effect.ms : 0),
    world.settings.latencyMs,
  );
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false });
  for (const effect of effects) if (effect.kind === 'hold') await effect.until;

  const exchange = { incoming, method, url, record, body };
  let reply = struck(effects, false, url) ?? (await answer(needs, match, exchange));
  if (reply !== 'reset') reply = struck(effects, true, url) ?? reply;
  if (reply === 'reset') {
    reset(outgoing);
    return;
  }
  for (const effect of effects) reply = replyWithFault(reply, effect, url);
  reply.headers['x-request-id'] = requestId(world, record);
  reply.headers['date'] = new Date(world.clock.now()).toUTCString();
  if (world.settings.bareHeaders) reply = withoutUnshown(reply);
  record.status = reply.status;
  // The rest of a refused body is discarded, because the caller must be able to receive the reply.
  if (!incoming.readableEnded) incoming.resume();
  await send(outgoing, reply, effects, method === 'HEAD');
}

/** Whether the caller closed the connection before the request was complete. */
const isGone = (incoming: IncomingMessage) => incoming.destroyed && !incoming.complete;

function report(request: string, error: unknown) {
  process.stderr.write(`platform simulator: ${request}: ${error instanceof Error ? error.stack : String(error)}\n`);
}

/** The replies of faults, before or after the operation. */
function struck(effects: readonly Effect[], after: boolean, url: URL): Rendered | 'reset' | undefined {
  for (const effect of effects.filter((candidate) => isAfter(candidate) === after)) {
    if (effect.kind === 'reset') return 'reset';
    const reply = replacement(effect, url);
    if (reply !== undefined) return reply;
  }
  return undefined;
}

const requestId = ({ settings }: World, { n }: RequestRecord) =>
  `${settings.seed.toString(16)}-${n.toString(16).padStart(8, '0')}`;

/** 404 for a path without an endpoint. Real installations use another field than for a missing resource. */
const noRoute = (world: World) => (isGitlab(world) ? new Refusal(404, { error: '404 Not Found' }) : notFound());

function matchOf({ world, router }: Needs, method: string, fullPath: string): Match | Refusal {
  if (!fullPath.startsWith(`${BASE}/`)) return noRoute(world);
  const path = fullPath.slice(BASE.length);
  try {
    const match = router.match(method, path);
    if (match !== undefined) return match;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  const methods = router.methods(path);
  if (methods.length === 0) return noRoute(world);
  return new Refusal(405, { error: '405 Not Allowed' }, { allow: methods.join(', ') });
}

async function answer(needs: Needs, match: Match | Refusal, exchange: Exchange): Promise<Rendered> {
  return outgoingReply(needs.world, requestId(needs.world, exchange.record), await outcome(needs, match, exchange));
}

async function outcome(needs: Needs, match: Match | Refusal, exchange: Exchange): Promise<Rendered> {
  try {
    if (match instanceof Refusal) throw match;
    return await operate(needs, match, exchange);
  } catch (error) {
    const endpoint = match instanceof Refusal ? undefined : match.route.endpoint;
    if (error instanceof Refusal) return renderedRefusal(refusalInDialect(needs.world.settings, endpoint, error));
    if (isGone(exchange.incoming)) throw error;
    report(`${exchange.method} ${exchange.url.pathname}`, error);
    return renderedRefusal(new Refusal(500, '500 Internal Server Error'));
  }
}

async function operate({ world }: Needs, match: Match, { incoming, method, url: sent, record, body }: Exchange) {
  const { headers } = incoming;
  const { settings } = world;
  const { route } = match;
  const url = throughProxy(settings, sent);
  const raw = await body;
  record.body = raw.subarray(0, KEPT_BODY_BYTES).toString('utf8');
  requireWritable(settings, method);
  world.timeline.catchUp();
  const as = callerOf(world, headers, route.endpoint, url.searchParams);
  record.by = as.user?.username ?? null;
  const budget = takeGeneral(world, as.user?.id ?? incoming.socket.remoteAddress);
  requireScope(world, as, method, route.endpoint);
  const { operation } = route;
  if (operation === undefined) throw new Refusal(501, `501 The simulator does not serve ${route.name} yet`);
  if (as.anonymous && needsSignIn(operation)) throw unauthorized();

  const moved = movedReply(world, match, method, incoming.url ?? '/', as);
  const documented = (params: Params) => documentedParams(settings, route.endpoint, params);
  const query = documented(paramsOf(url.searchParams));
  const { params, files } = await parseBody(raw, headers['content-type'] ?? '');
  const path = settings.largeIds ? withOwnIds(match.path) : match.path;
  const request = { method, path, query, files, raw, headers, as, url, body: mergeParams(query, documented(params)) };
  const reply = moved ?? (await operation(world, request));
  const { status, headers: own, body: bytes } = rendered(settings.otherTypes ? withOtherTypes(reply) : reply);
  const full = { status, headers: { ...budget, ...own }, body: bytes };
  return method === 'GET' || method === 'HEAD' ? tagged(full, headers['if-none-match']) : full;
}

/** The general limit counts by user, and by address for callers without a token (readings 14). */
function takeGeneral({ settings, limits }: World, who: number | string | undefined) {
  if (settings.ratePerMinute === 0 || !settings.limits) return {};
  return budgetHeaders(limits.take(`general ${who}`, settings.ratePerMinute, 60_000));
}
