import { relative, sep } from 'node:path';
import { judge, judgeName } from './layers.ts';

/**
 * `build/layers.js` as a lint rule: every import, `import type`, re-export and dynamic import of a file is held against it,
 * and every name that leads to the verbs of the contract.
 * @type {import('eslint').Rule.RuleModule}
 */
export const layersRule = {
  meta: { type: 'problem', fixable: 'code', schema: [], messages: { crossing: '{{what}} (build/layers.js)' } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    /** @param {import('estree').Node | null | undefined} source */
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const verdict = judge({ file, specifier: source.value });
      if (verdict === undefined) return;
      const { what, write } = verdict;
      context.report({
        node: source,
        messageId: 'crossing',
        data: { what },
        fix: write === undefined ? null : (fixer) => fixer.replaceText(source, `'${write}'`),
      });
    };
    /** @param {any} node the name that is read or imported */
    const checkName = (node) => {
      const verdict = node?.type === 'Identifier' ? judgeName(file, node.name) : undefined;
      if (verdict !== undefined) context.report({ node, messageId: 'crossing', data: { what: verdict.what } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      /** @param {any} node `import('…').Name` as a type, which only the TypeScript parser knows. */
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      ImportSpecifier: (node) => checkName(node.imported),
      MemberExpression: (node) => node.computed || checkName(node.property),
      'ObjectPattern > Property': (/** @type {any} */ node) => node.computed || checkName(node.key),
    };
  },
};
