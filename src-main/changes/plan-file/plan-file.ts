import { endpoints } from '#main/api/endpoints/index.ts';
import type { StoredPlan, StoredRow } from '#main/state/plans.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { fieldName } from '#shared/text/en/fields.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import { operationName } from '#shared/text/en/operations.ts';
import { toIso } from '#shared/time.ts';
import { isDeeperThan, mostDepth } from '#shared/untrusted-json.ts';
import { z } from 'zod';
import type { RequestedWrite } from '../engine/draft.ts';
import { isRef, pathRef, refOfPath } from '../masking/masking.ts';
import { writeEndpoint } from '../engine/payload.ts';
import { stagedIn } from '../staged/staged-values.ts';
import type { PlanSecrets } from '../masking/plan-secrets.ts';

/** Maximum number of rows of a plan. */
export const maxRows = 5_000;

export function tooManyRows(field: string): Failure {
  return new Failure('invalid', `more than ${maxRows} rows`, { field, reason: 'too-many-rows' });
}

/** Replaces a secret in a plan file. */
const secretPlaceholder = { needsSecret: true } as const;
const Fields = z.record(z.string(), z.unknown());
const FileRow = z.strictObject({
  op: z.string().refine((op) => endpoints.has(op) && !['GET', 'HEAD'].includes(endpoints.get(op)?.method ?? 'GET'), {
    message: 'not an operation that writes',
  }),
  label: z.string().optional(),
  path: z
    .record(z.string(), z.union([z.string(), z.number(), z.strictObject({ needsSecret: z.literal(true) })]))
    .default({}),
  query: Fields.optional(),
  body: Fields.optional(),
});
const PlanFile = z.strictObject({
  format: z.literal('reeve-plan'),
  version: z.literal(1),
  instance: z.object({ name: z.string(), url: z.string() }),
  createdAt: z.string().optional(),
  rows: z.array(FileRow).min(1).max(maxRows),
});

/** The text of a plan file: readable JSON without secrets. Fails: `conflict` if the plan sends staged files. */
export function planText(
  plan: Pick<StoredPlan, 'createdAt'>,
  rows: readonly StoredRow[],
  profile: StoredProfile,
): string {
  if (rows.some(({ write }) => stagedIn(write).length > 0)) {
    throw new Failure('conflict', 'the plan has staged files', { reportedMessage: words.planHasFiles });
  }
  const { name, url } = profile;
  const file = {
    format: 'reeve-plan',
    version: 1,
    instance: { name, url },
    createdAt: toIso(plan.createdAt),
    rows: rows.map(({ op, label, write: { path, query, body } }) => ({
      ...{ op, label, path: mapPath(path, (value) => (refOfPath(value) === null ? value : secretPlaceholder)) },
      ...(query && { query: replaceWhere(query, isRef, () => secretPlaceholder) }),
      ...(body && { body: replaceWhere(body, isRef, () => secretPlaceholder) }),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The content of a plan file. */
export type PlanFile = z.output<typeof PlanFile>;

/** Parse a plan file. Fails: `invalid` with a `field` such as `rows.3.op`. */
export function readPlanFile(text: string): PlanFile {
  const parsed = PlanFile.safeParse(parsePlanFile(text));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const field = [...(issue?.path ?? []), ...extra].join('.') || 'text';
    throw new Failure('invalid', issue?.message ?? 'not a plan', { field });
  }
  return parsed.data;
}

/** The writes of a plan file. Fails: `invalid` with a `field`; `conflict` if the file was made for another instance. */
export function writesOfPlanFile(
  { instance, rows }: PlanFile,
  profile: StoredProfile,
  planSecrets: Pick<PlanSecrets, 'empty'>,
): RequestedWrite[] {
  if (instance.url !== profile.url) {
    const message = words.otherInstance(`${instance.name} (${instance.url})`);
    throw new Failure('conflict', message, { field: 'instance', reportedMessage: message });
  }
  return rows.map((row, at) => {
    checkFields(row, at, profile.dialect);
    // The label of the file is ignored: a person may have to type it as confirmation, and the file could hold any text
    const { op } = row;
    const path = mapPath(row.path, (value) => (typeof value === 'object' ? pathRef(planSecrets.empty()) : value));
    const query =
      row.query && (replaceWhere(row.query, isSecretPlaceholder, planSecrets.empty) as Record<string, unknown>);
    const body =
      row.body && (replaceWhere(row.body, isSecretPlaceholder, planSecrets.empty) as Record<string, unknown>);
    return { op, path, ...(query && { query }), ...(body && { body }) };
  });
}

const isSecretPlaceholder = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { needsSecret?: unknown }).needsSecret === true;

/**
 * Check that a row has only path parameters of its operation, and placeholders only for secrets and addresses (which
 * may contain a password). For any other placeholder, Reeve would ask for a secret, and the plan would not show the
 * value.
 */
function checkFields(
  { op, path, query = {}, body = {} }: z.output<typeof FileRow>,
  row: number,
  dialect: DialectName,
): void {
  const { path: template, secrets } = writeEndpoint(op);
  const refuse = (field: string, message: string): never => {
    throw new Failure('invalid', message, { field: `rows.${row}.${field}`, reportedMessage: message });
  };
  for (const [name, value] of Object.entries(path)) {
    const isKnown = template.split('/').some((part) => part === `:${name}` || part === `*${name}`);
    if (!isKnown) refuse(`path.${name}`, words.unknownPath(row + 1, name, operationName(op, dialect)));
    if (isSecretPlaceholder(value) && !secrets.includes(name))
      refuse(`path.${name}`, words.noSecret(row + 1, fieldName(name)));
  }
  for (const { field } of stagedIn({ body })) refuse(`body.${field}`, words.fileInPlanFile(row + 1));
  for (const [part, fields] of Object.entries({ query, body })) {
    for (const [name, value] of Object.entries(fields)) {
      const mayBeOpen = secrets.includes(name) || /(^|_)url$/.test(name);
      if (!mayBeOpen && hasSecretPlaceholder(value))
        refuse(`${part}.${name}`, words.noSecret(row + 1, fieldName(name)));
    }
  }
}

function hasSecretPlaceholder(value: unknown): boolean {
  if (isSecretPlaceholder(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSecretPlaceholder);
}

function mapPath<A, B>(path: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, change(value)]));
}

function parsePlanFile(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure('invalid', 'not JSON', { field: 'text' });
  }
  if (!isDeeperThan(value, mostDepth)) return value;
  throw new Failure('invalid', words.tooDeep(mostDepth), { field: 'text', reportedMessage: words.tooDeep(mostDepth) });
}

function replaceWhere(value: unknown, isIt: (value: unknown) => boolean, by: () => unknown): unknown {
  if (isIt(value)) return by();
  if (Array.isArray(value)) return value.map((item) => replaceWhere(item, isIt, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceWhere(item, isIt, by)]));
}
