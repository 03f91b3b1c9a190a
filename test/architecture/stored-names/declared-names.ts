import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import ts from 'typescript';
import { z } from 'zod';
import { endpoints } from '#main/api/endpoints/index.ts';
import { definitions } from '#main/cache/definitions.ts';
import { createTables, newestCacheVersion } from '#main/cache/schema.ts';
import { archivedCollections } from '#main/services/archive/row-archive.ts';
import { migrations as blobMigrations } from '#main/state/blobs-migrations/all.ts';
import { migrations as archiveMigrations } from '#main/state/archive-migrations/all.ts';
import { setupJobKind } from '#main/services/setup/setup.ts';
import { storedJobNames } from '#main/state/jobs.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { migrations } from '#main/state/migrations/all.ts';
import { storedName } from '#main/state/stored-json.ts';
import { CatalogueEntry, CatalogueProbe } from '#shared/contract/catalogue.ts';
import { Plan, PlanRow, planStates, rowStates } from '#shared/contract/changes.ts';
import { Preferences, SavedView } from '#shared/contract/host.ts';
import { contract } from '#shared/contract/index.ts';
import { ImportWatch } from '#shared/contract/imports.ts';
import { Job, jobQuestions } from '#shared/contract/job.ts';
import { JournalEntry, journalStates } from '#shared/contract/journal.ts';
import { noticeKinds } from '#shared/contract/notices.ts';
import { pathSources } from '#shared/contract/repository-files.ts';
import { Capability, Profile } from '#shared/contract/profiles.ts';
import { sourceFiles } from '../imports.ts';

const root = join(import.meta.dirname, '../../..');
const sources = sourceFiles(root)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^src-/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The matches of the groups of a pattern in all files below a folder. */
function written(folder: string, pattern: RegExp): string[] {
  return sources
    .filter(({ file }) => file.startsWith(folder))
    .flatMap(({ text }) => [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups));
}

/** Fields of an interface, or of the object in a type, in the files of this name. */
function fieldsOf(name: string, fileName: string): string[] {
  const found: string[] = [];
  for (const { file, text } of sources.filter(
    (one) => one.file.startsWith('src-main/state/') && one.file.endsWith(`/${fileName}`),
  )) {
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
    for (const one of tree.statements) {
      if (!(ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) || one.name.text !== name) continue;
      const types = ts.isInterfaceDeclaration(one)
        ? [one]
        : ts.isIntersectionTypeNode(one.type)
          ? one.type.types
          : [one.type];
      for (const type of types) {
        if (!ts.isInterfaceDeclaration(type) && !ts.isTypeLiteralNode(type)) continue;
        found.push(
          ...type.members.flatMap(({ name: own }) => (own !== undefined && ts.isIdentifier(own) ? [own.text] : [])),
        );
      }
    }
  }
  return found;
}

/** `table.column` of every table. */
function columnsOf(create: (db: Database.Database) => void): string[] {
  const db = new Database(':memory:');
  try {
    create(db);
    return db
      .prepare<[], string>(
        `SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
         WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' UNION ALL
         SELECT 'version ' || user_version FROM pragma_user_version WHERE user_version > 0`,
      )
      .pluck()
      .all();
  } finally {
    db.close();
  }
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  enum?: string[];
}

/** `users.filter.external` and `users.sort.name` of every list; saved views contain them. */
function queriesOf(): string[] {
  return Object.entries(contract).flatMap(([collection, verbs]) => {
    if (!('list' in verbs) || !('input' in verbs.list)) return [];
    const schema = z.toJSONSchema(verbs.list.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    const { filter, sort } = schema.properties?.['query']?.properties ?? {};
    return [
      ...Object.keys(filter?.properties ?? {}).map((name) => `${collection}.filter.${name}`),
      ...(sort?.properties?.['by']?.enum ?? []).map((name) => `${collection}.sort.${name}`),
    ];
  });
}

const fields = (schema: z.ZodObject): string[] => Object.keys(schema.shape);
/** Fields of a record that is stored with `storedJson`. */
const storedFields = (schema: z.ZodObject): string[] => fields(schema).map(storedName);

/** All names that Reeve stores, by kind, as in the current code. */
export const declared: Record<string, string[]> = {
  'columns of state.db': columnsOf((db) => migrate(db, { before: () => undefined }, migrations)),
  'columns of archive.db': columnsOf((db) => migrate(db, { before: () => undefined }, archiveMigrations)),
  'columns of blobs.db': columnsOf((db) => migrate(db, { before: () => undefined }, blobMigrations)),
  'columns of cache.db': [...columnsOf(createTables), `version ${newestCacheVersion}`],
  'collections in a cache': definitions.flatMap(({ list, detail }) => [list, detail]),
  'collections in the archive': archivedCollections,
  'files in the data folder': written('src-main', /'((?!package)[a-z]+(?:\.lock)?\.(?:db|json|lock)(?:\.copy)?)'/g),
  'key of a browser': written('src-renderer', /^const name = '(reeve-[a-z]+)'/gm),
  'names of secrets in the keychain and of facts in a cache': written('src-main', /`([a-z]+(?:-[a-z]+)*:)\$\{/g),
  'operations in plans and the journal': [...endpoints.values()]
    .filter(({ undo }) => undo !== null)
    .map(({ name }) => name),
  'kinds of jobs': [...written('src-main/jobs', /\bname: '([a-z]+\.[a-z]+)'/gi), setupJobKind],
  'inputs of jobs': written(
    'src-main/jobs',
    /\binput\['(\w+)'\]|\b(\w+) = '\w*'(?=[^}\n]*\}(?: = input|: JobInput))/g,
  ).map((name) => storedJobNames.inputs[name] ?? name),
  'pages of saved views and tables': [
    ...written('src-renderer', /\b(?:defineList|declaredList)\(\s*'(\w+)'/g),
    ...written('src-renderer', /^ +table: '(\w+)',$/gm),
    ...written('src-renderer', /\b(?:(?:setTable|\.table)\(|(?:new LocalList|super)\(stores, \w+, )'([\w-]+)'/g),
  ],
  'filters and sorts in saved views': queriesOf(),
  'fields of a saved view': fields(SavedView),
  preferences: fields(Preferences),
  'places chosen for an instance': fields(Preferences.shape.scopes.unwrap().valueType),
  'paths in links': written('src-renderer/app/navigation.ts', /\b(?:page|list|plain)\(\s*'(\w+)'/g).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ),
  'codes of notices': written('src-main', /\b(?:notice\(|notices\(db\)\.add\(\{[^}]*code: )'([a-z-]+)'/g),
  'kinds of notices': [...noticeKinds],
  'fields of a plan': [...storedFields(Plan), ...fieldsOf('StoredPlan', 'plans.ts')],
  'states of a plan': [...planStates, ...Plan.shape.pausedWhy.unwrap().options],
  'fields of a row of a plan': [
    ...storedFields(PlanRow),
    ...fieldsOf('StoredRow', 'plans.ts'),
    ...fieldsOf('StoredWrite', 'plans.ts'),
  ],
  'states of a row of a plan': [...rowStates],
  'fields of an entry of the journal': [...storedFields(JournalEntry), ...fieldsOf('UndoData', 'journal.ts')],
  'states of an entry of the journal': [...journalStates],
  'fields of a job': storedFields(Job),
  'states and questions of a job': [
    ...Job.shape.state.options,
    ...jobQuestions.map((question) => storedJobNames.questions[question] ?? question),
  ],
  'sources of known paths': [...pathSources],
  'states of an import': [...ImportWatch.options],
  'fields of an entry of the catalogue': fields(CatalogueEntry),
  'sources and verdicts in the catalogue': [
    ...CatalogueEntry.shape.source.options,
    ...CatalogueEntry.shape.verdict.unwrap().options,
  ],
  'fields of a probe and of a capability': [...storedFields(CatalogueProbe), ...storedFields(Capability)],
  'colors and dialects of an instance': [...Profile.shape.colour.options, ...Profile.shape.dialect.options],
};

export const sorted = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.filter((name) => name !== undefined))].sort();
