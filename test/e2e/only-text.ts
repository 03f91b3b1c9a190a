import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Assert that nothing of the shown texts was executed or loaded, and that no override of the text direction is hidden. */
export async function expectOnlyText(window: Page): Promise<void> {
  expect.soft(await window.evaluate(findDangers)).toEqual([]);
}

/** Runs in the window: what a hostile text left in the page, also in shadow roots. */
function findDangers(): string[] {
  const found: string[] = [];
  if ('hacked' in globalThis) found.push('a script was executed');
  const overrides = /[\u202a-\u202e\u2066-\u2069]/;
  const look = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      const name = element.tagName.toLowerCase();
      if (/^(iframe|object|embed|base)$/.test(name)) found.push(`<${name}>`);
      if (name === 'script' && !(element as HTMLScriptElement).src.startsWith(location.origin)) found.push('<script>');
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute)) found.push(`<${name} ${attribute}>`);
        if (/^(href|src|srcset|action|formaction|xlink:href)$/.test(attribute)) {
          const { protocol, origin } = new URL(value, location.href);
          const isOwn = origin === location.origin || (name === 'a' && /^(https?|mailto):$/.test(protocol));
          if (!isOwn && protocol !== 'data:') found.push(`<${name} ${attribute}="${value}">`);
          if (name === 'a' && protocol === 'data:') found.push(`<${name} ${attribute}="${value}">`);
        } else if (overrides.test(value) && name !== 'option')
          found.push(`override in <${name} ${attribute}="${value}">`);
      }
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && overrides.test(node.nodeValue ?? ''))
          found.push(`override in <${name} class="${element.className}">: ${node.nodeValue?.slice(0, 80)}`);
      }
      if (element.shadowRoot !== null) look(element.shadowRoot);
    }
  };
  look(document);
  return found;
}
