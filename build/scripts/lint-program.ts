import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ESLint, Linter } from 'eslint';
import ts from 'typescript';

const folder = join(import.meta.dirname, '..');
const component = { extension: '.svelte', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred };

/**
 * One TypeScript program with all components and what they import, so that types are analyzed once for all of them. It
 * contains components as the TypeScript that the linter's parser generates from them.
 */
export async function lintProgram(eslint: ESLint): Promise<ts.Program> {
  const { options, fileNames } = settings();
  const scripts = await scriptsOf(
    fileNames.filter((file) => /\.svelte(\.ts)?$/.test(file)),
    eslint,
  );
  const host = ts.createCompilerHost(options, true);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target, ...rest) => {
    const script = scripts.get(file);
    if (script === undefined) return read(file, target, ...rest);
    return ts.createSourceFile(file, script, target, true, ts.ScriptKind.TS);
  };
  const known = ts.createModuleResolutionCache(folder, (name) => name, options);
  host.resolveModuleNameLiterals = (literals, from, redirect) =>
    literals.map(({ text }) => {
      const file = resolve(from, '..', text);
      if (!scripts.has(file)) return ts.resolveModuleName(text, from, options, host, known, redirect);
      return { resolvedModule: { resolvedFileName: file, extension: ts.Extension.Ts } };
    });
  return ts.createProgram(fileNames, options, host);
}

function settings(): ts.ParsedCommandLine {
  const file = join(folder, 'tsconfig.components.json');
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as { config: unknown };
  const more = { allowNonTsExtensions: true };
  return ts.parseJsonConfigFileContent(config, ts.sys, folder, more, file, undefined, [component]);
}

interface ParseOptions {
  /** Set for the last call about a file only, which parses the generated code. */
  disallowAutomaticSingleRunInference?: boolean;
}

/** Thrown instead of parsing the generated code, because only its text is needed. */
const generated = new Error('the code was generated');

interface Parser {
  parseForESLint: (code: string, options: object) => unknown;
}

/** The TypeScript code that the linter generates for each of these components. */
async function scriptsOf(files: readonly string[], eslint: ESLint): Promise<Map<string, string>> {
  const scripts = new Map<string, string>();
  for (const file of files) {
    const { languageOptions } = (await eslint.calculateConfigForFile(file)) as Linter.Config;
    const { parser, parserOptions } = languageOptions as { parser: Parser; parserOptions: { parser: Parser } };
    const untyped = { ...parserOptions, projectService: false, filePath: file };
    const typescript = {
      ...parserOptions.parser,
      parseForESLint(code: string, options: ParseOptions) {
        scripts.set(file, code);
        if (options.disallowAutomaticSingleRunInference === true) throw generated;
        return parserOptions.parser.parseForESLint(code, options);
      },
    };
    try {
      parser.parseForESLint(readFileSync(file, 'utf8'), { ...untyped, parser: typescript });
    } catch (thrown) {
      if (thrown !== generated) throw thrown;
    }
  }
  return scripts;
}
