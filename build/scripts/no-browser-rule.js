import globals from 'globals';

const onlyInBrowsers = new Set(Object.keys(globals.browser).filter((name) => !(name in globals.node)));

/**
 * Reports global names, such as `document` or `HTMLElement`, that exist in browsers but not in Node. The compiler doesn't
 * report them in the core, because lint checks the core and the components in one program, which includes the DOM types.
 * Types without a value, such as `EventListener`, are not found.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noBrowserRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      browser:
        "'{{name}}' exists only in browsers, and this code runs in Node. If you meant another '{{name}}', import it.",
    },
  },
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
