import { signedIn } from '../caller.ts';
import { isNewestGitlab } from '../gitlab/dialect.ts';
import type { Operations } from '../operation.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, badRequest, Refusal } from '../http/refusal.ts';
import { accepted, created, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { importView } from '../views/imports.ts';
import { requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import type { World } from '../world/world.ts';
import { begin, newNameOf, targetOf, unprocessable } from './import-targets.ts';
import type { External } from './import-targets.ts';

const STRATEGIES = ['optimistic', 'pessimistic'] as const;
const STAGES = ['attachments', 'collaborators', 'single_endpoint_notes'].map((stage) => `${stage}_import`);
const API_SCOPES =
  'read:repository:codehost_b, read:pullrequest:codehost_b, read:issue:codehost_b, read:wiki:codehost_b';

/** `POST /import/codehost_a`, document 3:98. */
export function fromHostA(world: World, request: Request): Reply {
  const read = reader(request.body);
  const token = filled(read, 'personal_access_token');
  const id = read.required.integer('repo_id');
  if (id < 1) throw badParameter('repo_id does not have a valid value');
  const target = filled(read, 'target_namespace');
  const host = hostOf(read, 'codehost_a_hostname') ?? 'https://codehost-a.example';
  requireSettings(read);
  const stages = reader(read.hash('optional_stages') ?? {});
  for (const stage of STAGES) stages.boolean(stage);
  const namespace = targetOf(world, request.as, target);
  requireToken(token);
  const fullName = `octo/repository-${id}`;
  // Every second repository of the other service is public.
  const visibility = id % 2 === 0 ? 'public' : 'private';
  return started(world, request, namespace, read, {
    source: 'codehost_a',
    fullName,
    link: `${host}/${fullName}`,
    visibility,
  });
}

/** `POST /import/codehost_a/cancel`, document 3:99. */
export function cancel(world: World, request: Request): Reply {
  const id = reader(request.body).required.integer('project_id');
  const project = requireProject(world, request.as, String(id), LEVEL.maintainer);
  const row = world.imports.ofProject(project);
  const status = row === undefined ? 'none' : world.imports.status(row);
  if (row === undefined || row.source !== 'codehost_a' || !['scheduled', 'started'].includes(status))
    throw badRequest(`The import cannot be canceled because it is ${status}`);
  row.canceled_at = world.clock.now();
  return ok(importView(world, project, row));
}

/** `POST /import/codehost_a/gists`, document 3:100. */
export function gists(world: World, request: Request): Reply {
  const { id } = signedIn(request.as);
  requireToken(filled(reader(request.body), 'personal_access_token'));
  if (world.imports.gistsEndAt(id) !== undefined) throw unprocessable('Import already in progress');
  world.imports.startGists(id);
  return accepted();
}

/** `POST /import/codehost_b_server`, document 3:101. */
export function fromHostBServer(world: World, request: Request): Reply {
  const read = reader(request.body);
  const [project, repository] = [filled(read, 'codehost_b_server_project'), filled(read, 'codehost_b_server_repo')];
  const url = urlOf(read, 'codehost_b_server_url');
  if (url === undefined) throw badParameter('codehost_b_server_url is missing');
  filled(read, 'codehost_b_server_username');
  const token = filled(read, 'personal_access_token');
  requireSettings(read);
  const namespace = targetOf(world, request.as, read.text('target_namespace') ?? signedIn(request.as).username);
  requireToken(token);
  return started(world, request, namespace, read, {
    source: 'codehost_b_server',
    fullName: `${project}/${repository}`,
    link: `${url}/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(repository)}`,
    visibility: 'private',
  });
}

/** `POST /import/codehost_b`, document 3:102. */
export function fromHostB(world: World, request: Request): Reply {
  const read = reader(request.body);
  const path = filled(read, 'repo_path');
  const target = filled(read, 'target_namespace');
  const secret = credentialOf(world, read);
  const namespace = targetOf(world, request.as, target);
  requireToken(secret, `The token needs the scopes ${API_SCOPES}`);
  if (!/^[^/\s]+\/[^/\s]+$/.test(path)) throw unprocessable(`Repository ${path} could not be found`);
  return started(world, request, namespace, read, {
    source: 'codehost_b',
    fullName: path,
    link: `https://codehost-b.example/${path}`,
    visibility: 'private',
  });
}

export const imports: Operations = {
  'POST /import/codehost_a': fromHostA,
  'POST /import/codehost_a/cancel': cancel,
  'POST /import/codehost_a/gists': gists,
  'POST /import/codehost_b_server': fromHostBServer,
  'POST /import/codehost_b': fromHostB,
};

function started(
  world: World,
  { as }: Request,
  namespace: ReturnType<typeof targetOf>,
  read: Reader,
  external: External,
): Reply {
  const { project, row } = begin(world, as, namespace, newNameOf(read, external.fullName), external);
  return created(importView(world, project, row));
}

function filled(read: Reader, name: string): string {
  const text = read.required.text(name);
  if (text.trim() === '') throw badParameter(`${name} is empty`);
  return text;
}

/** The address of a host, which may be given by its bare name. */
function hostOf(read: Reader, name: string): string | undefined {
  const text = read.text(name);
  if (text === undefined || text.includes('://')) return urlOf(read, name);
  if (!/^[\w.-]+(:\d+)?$/.test(text)) throw badParameter(`${name} is invalid`);
  return `https://${text}`;
}

/** An `http:` or `https:` address without its last slash. */
function urlOf(read: Reader, name: string): string | undefined {
  const text = read.text(name);
  if (text === undefined) return undefined;
  if (!/^https?:\/\/[^\s/]+/i.test(text) || !URL.canParse(text)) throw badParameter(`${name} must be a valid URL`);
  return text.replace(/\/+$/, '');
}

function requireSettings(read: Reader) {
  read.oneOf('timeout_strategy', STRATEGIES);
  if ((read.integer('pagination_limit') ?? 1) < 1) throw badParameter('pagination_limit does not have a valid value');
}

/** The secret of one of the two sign-in methods of code host B; the newest installations don't have the second. */
function credentialOf(world: World, read: Reader): string {
  const isNew = read.has('codehost_b_email') || read.has('codehost_b_api_token');
  if (isNew) {
    filled(read, 'codehost_b_email');
    return filled(read, 'codehost_b_api_token');
  }
  const isOld = read.has('codehost_b_username') || read.has('codehost_b_app_password');
  if (!isOld || isNewestGitlab(world)) throw badParameter('codehost_b_email, codehost_b_api_token are missing');
  filled(read, 'codehost_b_username');
  return filled(read, 'codehost_b_app_password');
}

/** All tokens of the other service are accepted, except these two. */
function requireToken(token: string, hint = 'The token of the other service was not accepted') {
  if (token === 'invalid') throw new Refusal(401, `401 Unauthorized - ${hint}`);
  if (token === 'rate-limited')
    throw new Refusal(429, '429 Too Many Requests - The other service limits its requests', { 'retry-after': '60' });
}
