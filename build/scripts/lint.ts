import './require-node.js';
import { join } from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { lintProgram } from './lint-program.ts';

/**
 * `node build/scripts/lint.ts` reports compiler errors and lint findings of all files; types are analyzed once for both.
 * `npx eslint FILE` applies the same rules to one file.
 */
process.chdir(join(import.meta.dirname, '..', '..'));
const program = await lintProgram(new ESLint());

// `svelte-check` reports the compiler errors of components.
const sources = program.getSourceFiles().filter(({ fileName }) => !/\.svelte(\.ts)?$|\/node_modules\//.test(fileName));
const wrong = sources.flatMap((file) => [
  ...program.getSyntacticDiagnostics(file),
  ...program.getSemanticDiagnostics(file),
]);
const host = { getCanonicalFileName: String, getCurrentDirectory: () => process.cwd(), getNewLine: () => '\n' };
process.stdout.write(ts.formatDiagnosticsWithColorAndContext(wrong, host));

const languageOptions = { parserOptions: { programs: [program], projectService: false } };
const eslint = new ESLint({ overrideConfig: { files: ['**/*.ts', '**/*.svelte'], languageOptions } });
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exit(wrong.length === 0 && isClean ? 0 : 1);
