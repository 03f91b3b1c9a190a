import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Findings name the element by its selector, so axe need not copy the markup of all elements, which is slow.
axe.configure({ noHtml: true });

/** Called before each check. `pictures.ts` takes pictures of the state that is checked. */
export const beforeCheck: (() => Promise<void>)[] = [];

interface Part {
  /** Leave out the sidebar, the top bar and the status bar, which are the same on all pages. */
  isWithoutFrame?: boolean;
}

/**
 * The axe findings of the document, one line each. Empty: none. Contrast is not among them: test/node/contrast.test.ts
 * computes it from the colors of both themes, and nothing else depends on the theme.
 */
export async function violations({ isWithoutFrame = false }: Part = {}): Promise<string[]> {
  for (const step of beforeCheck) await step();
  // The same component renders all rows of a list: the first seven are enough
  const without = ['[role="row"]:nth-child(n+8)', ...(isWithoutFrame ? ['.shell > :not(#main)'] : [])];
  const context = { include: [['html']], exclude: without.map((selector) => [selector]) };
  const { violations: found } = await axe.run(context, {
    resultTypes: ['violations'],
    // The rule about orientation is the only one that reads all style sheets, which is slow. every-page.spec.ts runs it
    preload: false,
    runOnly: tags,
    rules: {
      // Belongs to the page of the test runner, not to the window.
      'page-has-heading-one': { enabled: false },
      'color-contrast': { enabled: false },
    },
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}
