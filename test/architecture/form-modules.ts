import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { importsIn } from './imports.ts';

/** The modules of the window that can have a form, with their text. The explorer has a form for every request. */
const texts = new Map(
  ['pages', 'console', 'stores']
    .flatMap((folder) =>
      readdirSync(`src-renderer/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (file) => `src-renderer/${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => /\.(?:ts|svelte)$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('src-renderer/pages/explorer/'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const imports = new Map(
  [...texts].map(([file, text]) => {
    const relative = importsIn(text, file).filter((path) => path.startsWith('.'));
    return [file, relative.map((path) => normalize(join(dirname(file), path)).replaceAll('\\', '/'))];
  }),
);
const isForm = /^export (?:async )?function form[(<]|<(?:Dialog|FormDialog|FormControl|CommitDialog)\b/m;

/** A page, or a folder of parts that pages share: `src-renderer/pages/runners`. */
const pageFolderOf = (file: string): string => file.split('/').slice(0, 3).join('/');

/**
 * Whether a text contains `'runners.edit'`, or composes it of the resource and the verb. The ID of an action and the
 * argument of `writeLabels` don't count, because they don't send the write.
 */
function namesOperation(text: string, op: string): boolean {
  const [resource = '', verb = ''] = op.split('.');
  const sent = text.replaceAll(`writeLabels('${op}'`, '').replaceAll(`id: '${op}'`, '');
  return sent.includes(`'${op}'`) || (sent.includes(`\`${resource}.$`) && sent.includes(`'${verb}'`));
}

/** The modules with a form that no other module of the window imports. Shape: paths from the root. */
export function unusedForms(): readonly string[] {
  const makesForm = [...texts].filter(([, text]) => /^export (?:async )?function form[(<]/m.test(text));
  return makesForm
    .map(([file]) => file)
    .filter((file) => ![...texts].some(([other, text]) => other !== file && text.includes(`/${basename(file)}'`)));
}

/**
 * The modules of the form of a write: those that name the operation, the forms that import one of these, and what all of
 * them import from their own folder of pages. Tables of columns are left out, because they name fields that are only
 * shown. Shape: paths from the root, empty if no module names the operation.
 */
export function formModules(op: string): readonly string[] {
  const named = [...texts].filter(([, text]) => namesOperation(text, op)).map(([file]) => file);
  const forms = [...texts.keys()].filter(
    (file) => isForm.test(textOf(file)) && imports.get(file)?.some((path) => named.includes(path)),
  );
  const found = new Set([...named, ...forms]);
  // A set also visits what is added while it is iterated
  for (const file of found) {
    const own = imports.get(file)?.filter((path) => texts.has(path) && pageFolderOf(path) === pageFolderOf(file)) ?? [];
    for (const path of own) if (!/(?:-list|columns)\.ts$/.test(path)) found.add(path);
  }
  return [...found];
}

export const textOf = (file: string): string => texts.get(file) ?? readFileSync(file, 'utf8');
