import { relative, sep } from 'node:path';
import { checkImport, checkUse } from './layers.ts';

/**
 * `build/layers.js` as a rule of ESLint and Oxlint. It checks every import, `import type`, re-export and dynamic import of a file,
 * and every name with which the verbs of the contract are called.
 * @type {import('eslint').Rule.RuleModule}
 */
const layers = {
  meta: { type: 'problem', fixable: 'code', schema: [], messages: { forbidden: '{{what}} (build/layers.js)' } },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    /** @param {import('estree').Node | null | undefined} source */
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const violation = checkImport({ file, specifier: source.value });
      if (violation === undefined) return;
      const { what, write } = violation;
      context.report({
        node: source,
        messageId: 'forbidden',
        data: { what },
        fix: write === undefined ? null : (fixer) => fixer.replaceText(source, `'${write}'`),
      });
    };
    /** @param {any} node the used or imported name */
    const checkNode = (node) => {
      const violation = node?.type === 'Identifier' ? checkUse(file, node.name) : undefined;
      if (violation !== undefined) context.report({ node, messageId: 'forbidden', data: { what: violation.what } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      /** @param {any} node a type `import('…').Name`, which only the TypeScript parser has. */
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      ImportSpecifier: (node) => checkNode(node.imported),
      MemberExpression: (node) => node.computed || checkNode(node.property),
      'ObjectPattern > Property': (/** @type {any} */ node) => node.computed || checkNode(node.key),
    };
  },
};

/** The plugin of both linters. */
export default { meta: { name: 'reeve' }, rules: { layers } };
