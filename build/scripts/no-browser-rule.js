import globals from 'globals';

const onlyInBrowsers = new Set(Object.keys(globals.browser).filter((name) => !(name in globals.node)));

/**
 * Values and types that only a browser has. The compiler can't report them in the core: the program that lint checks knows
 * them because of components.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noBrowserRule = {
  meta: { type: 'problem', schema: [], messages: { browser: "Node has no '{{name}}'. Is an import missing?" } },
  create: (context) => ({
    'Program:exit'(node) {
      const { variables = [], through = [] } = context.sourceCode.getScope(node);
      const fromLibraries = variables.filter(({ defs }) => defs.length === 0).flatMap(({ references }) => references);
      for (const { identifier } of new Set([...fromLibraries, ...through])) {
        const { name } = /** @type {import('estree').Identifier} */ (identifier);
        if (onlyInBrowsers.has(name)) context.report({ node: identifier, messageId: 'browser', data: { name } });
      }
    },
  }),
};
