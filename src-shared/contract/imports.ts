import { z } from 'zod';
import { journalStates } from './journal.ts';
import { command, epochMs, event, nullish, query } from './kit.ts';

/** A running import, as code host A replies (document 3:35). */
export const ImportResult = z.looseObject({
  id: z.number().int(),
  ...nullish(z.string(), 'name', 'full_path', 'full_name', 'refs_url', 'import_source', 'import_status'),
  ...nullish(z.string(), 'human_import_status_name', 'provider_link', 'relation_type', 'import_warning'),
});

/** The reply of imports whose documents show none (document 3:99, 3:104): every field is optional. */
export const ImportReply = ImportResult.partial().nullish();
/** A reported status. `import_error`: the reason of a failure, which is not documented either. */
export const ImportReport = ImportResult.partial().extend({ import_error: z.string().nullish() }).nullish();
export type ImportReply = z.infer<typeof ImportReply>;
export type ImportReport = z.infer<typeof ImportReport>;

const timeoutStrategy = z.enum(['optimistic', 'pessimistic']);
const secret = z.string().regex(/\S/);
const oneLine = z
  .string()
  .min(1)
  .regex(/^[^\r\n\u2028\u2029]*$/);
/** An http or https address without user name and password. */
export const plainAddress = /^https?:\/\/[^/?#@\\\s]+([/?#]\S*)?$/i;
/**
 * The full path of a namespace. The documents do not list the allowed characters, so only characters that no path can
 * contain are refused: spaces, control characters, and punctuation other than `/` `.` `_` `-` `+` `~` `@`.
 */
const namespace = z
  .string()
  .regex(/\S/)
  .regex(/^[^\s\p{Cc}!"#$%&'()*,:;<=>?[\\\]^`{|}]*$/u);

/** A repository of code host A (document 3:98). */
export const NewImportA = z.object({
  personal_access_token: secret,
  repo_id: z.number().int(),
  target_namespace: namespace,
  codehost_a_hostname: oneLine.optional(),
  new_name: oneLine.optional(),
  optional_stages: z
    .strictObject({
      attachments_import: z.boolean().optional(),
      collaborators_import: z.boolean().optional(),
      single_endpoint_notes_import: z.boolean().optional(),
    })
    .optional(),
  pagination_limit: z.number().int().min(1).optional(),
  timeout_strategy: timeoutStrategy.optional(),
});

/** A repository of a code host B server (document 3:101). The address may not contain a username or password. */
export const NewImportBServer = z.object({
  codehost_b_server_project: oneLine,
  codehost_b_server_repo: oneLine,
  codehost_b_server_url: z.string().regex(plainAddress),
  codehost_b_server_username: oneLine,
  personal_access_token: secret,
  new_name: oneLine.optional(),
  target_namespace: namespace.optional(),
  timeout_strategy: timeoutStrategy.optional(),
});

/**
 * A repository of code host B: with email address and API token, or with the deprecated username and password (document
 * 3:102).
 */
export const ImportBFields = z.object({
  repo_path: oneLine,
  target_namespace: namespace,
  new_name: oneLine.optional(),
  codehost_b_email: oneLine.optional(),
  codehost_b_api_token: secret.optional(),
  codehost_b_username: oneLine.optional(),
  codehost_b_app_password: secret.optional(),
});
export const NewImportB = ImportBFields.refine(
  (given) => given.codehost_b_api_token !== undefined || given.codehost_b_app_password !== undefined,
  { path: ['codehost_b_api_token'], message: 'either an API token or an app password is needed' },
);

/** The imports that a CSV queue can contain. */
export const importOps = ['imports.fromCodehostA', 'imports.fromCodehostBServer', 'imports.fromCodehostB'] as const;
export const ImportOp = z.enum(importOps);
export type ImportOp = z.infer<typeof ImportOp>;

/** All operations of `/import`, with their names in the journal. */
export const importWrites = [...importOps, 'imports.gists', 'imports.cancel'] as const;

/**
 * A problem of an import before it is sent, by field. The window has the texts. `exists`, `imported` and the namespaces
 * come from the catalogue and the journal.
 */
export const ImportProblem = z.object({
  field: z.string().nullable(),
  kind: z.enum([
    'unknown-column',
    'secret-column',
    'missing',
    'invalid',
    'blank-namespace',
    'collision',
    'cells',
    'unreadable',
    'exists',
    'imported',
    'namespace-missing',
    'namespace-denied',
  ]),
  /**
   * `collision`: the other line. `invalid`: what is expected, as a type, `address`, `path`, `not-blank`, `from 1` or
   * `one-of a, b`; or `no-key a, b` for names that the object may not have. `exists`, `imported` and `namespace-…`: the path.
   */
  detail: z.string().nullable(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

const ImportBody = z.record(z.string(), z.unknown());

/** A record of a CSV with its line number, from 1. `body` contains no secrets. */
export const QueueLine = z.object({
  line: z.number().int(),
  label: z.string(),
  /** The path of the new project; null if the call does not determine it. */
  target: z.string().nullable(),
  body: ImportBody,
  problems: z.array(ImportProblem),
});
export type QueueLine = z.infer<typeof QueueLine>;

/** Whether Reeve checks the status of an import by itself: until it ends, no longer, or only if a person asks. */
export const ImportWatch = z.enum(['under-way', 'ended', 'needs-person']);
export type ImportWatch = z.infer<typeof ImportWatch>;

/** What a project without a reported status contained when it was last checked; each at most 100. */
export const ImportSeen = z.object({ branches: z.number(), commits: z.number() });
export type ImportSeen = z.infer<typeof ImportSeen>;

/** An import of this profile, with its last known status. */
export const ImportEntry = z.object({
  /** The id of its journal entry. */
  id: z.number().int(),
  planId: z.string(),
  op: z.enum(importWrites),
  label: z.string(),
  at: epochMs,
  state: z.enum(journalStates),
  status: z.number().nullable(),
  reportedMessage: z.string().nullable(),
  /** The new project, if the reply names one. An import of gists has none. */
  project: z.object({ id: z.number().int(), path: z.string().nullable(), link: z.string().nullable() }).nullable(),
  import_status: z.string().nullable(),
  human_import_status_name: z.string().nullable(),
  import_warning: z.string().nullable(),
  import_error: z.string().nullable(),
  /** When these fields were reported. */
  statusAt: epochMs.nullable(),
  /** Null: the import was sent by a release that did not check statuses, or it names no project. */
  watch: ImportWatch.nullable(),
  /** The platform reports no status; branches and commits did not change in three checks, so it probably finished. */
  isInferred: z.boolean(),
  /** The platform accepted the import, and reports no status of it after that. */
  isUnreported: z.boolean(),
  /** When Reeve last checked it after the reply; null: never. */
  checkedAt: epochMs.nullable(),
  /** Null: not checked since Reeve started, or the platform reports statuses. */
  seen: ImportSeen.nullable(),
  /** True for running imports of code host A, as far as known. No others can be canceled. */
  isCancellable: z.boolean(),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

/** The import of a known project that Reeve did not send. The platform reports it; when it began is not known. */
export const FoundImport = z.object({
  projectId: z.number().int(),
  path: z.string().nullable(),
  import_status: z.string().nullable(),
  human_import_status_name: z.string().nullable(),
  import_warning: z.string().nullable(),
  import_error: z.string().nullable(),
  statusAt: epochMs,
  watch: ImportWatch,
});
export type FoundImport = z.infer<typeof FoundImport>;

/** The result of a check: the reported status, or if there is none, what the project contains; or a refusal. */
export const ImportStatusCheck = z.object({
  outcome: z.enum(['reported', 'inferred', 'refused']),
  status: z.number(),
  reportedMessage: z.string().nullable(),
  import_status: z.string().nullable(),
  seen: ImportSeen.nullable(),
});
export type ImportStatusCheck = z.infer<typeof ImportStatusCheck>;

export const imports = {
  /** Parse a CSV into calls. All lines with content are returned, also invalid ones. `defaults` fill empty cells. */
  read: query(
    z.object({ op: ImportOp, text: z.string().max(4_000_000), defaults: ImportBody }),
    z.object({ lines: z.array(QueueLine), problems: z.array(ImportProblem) }),
  ),
  /** The same check for a single import. `body`: without secrets. */
  check: query(z.object({ op: ImportOp, body: ImportBody }), z.object({ problems: z.array(ImportProblem) })),
  /**
   * Newest first, the last 200 of each kind; `older`: the number of older entries in the journal. `found`: imports that
   * others sent, running and failed ones first. `isStatusOffered`: null before the first status request.
   */
  history: query(
    z.object({}).optional(),
    z.object({
      entries: z.array(ImportEntry),
      found: z.array(FoundImport),
      older: z.number().int(),
      isStatusOffered: z.boolean().nullable(),
    }),
  ),
  /**
   * Request the optional `GET /projects/:id/import`, which the documents do not name; without it, branches and commits.
   * Fails: if the platform can't be reached or rejects the token.
   */
  refreshStatus: command(z.object({ projectId: z.number().int() }), ImportStatusCheck, { remote: true }),
  changed: event(z.object({})),
};
