import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import Chips from '../../../src-renderer/components/display/Chips.svelte';
import { addTooltipToCutText } from '../../../src-renderer/components/text/cut-text.ts';
import '../../../src-renderer/styles/index.css';

const chips = ['docker', 'linux', 'production', 'eu-west'].map((text) => ({ text }));

async function show(roomPx: number) {
  const { container } = await render(Chips, { chips, roomPx });
  container.style.cssText = `display: flex; width: ${roomPx}px`;
  const [all] = container.children as unknown as [HTMLElement];
  return { all, shown: [...all.querySelectorAll('.chip')].map((chip) => chip.textContent.trim()) };
}

test.each([
  [400, ['docker', 'linux', 'production', 'eu-west']],
  [170, ['docker', 'linux', '+2production, eu-west']],
  [60, ['docker', '+3linux, production, eu-west']],
])('in %i pixels, chips that do not fit become one chip with their number', async (roomPx, texts) => {
  const { all, shown } = await show(roomPx);
  expect(shown).toEqual(texts);
  expect(all.title).toBe('docker, linux, production, eu-west');
  expect(all.scrollWidth).toBeLessThanOrEqual(roomPx);
});

test('a text that is cut off gets a tooltip, and loses it when it fits', () => {
  const cut = document.createElement('p');
  cut.innerHTML = '<bdi>a long description</bdi>';
  cut.className = 'ellipsis';
  document.body.append(cut);
  const hover = (): void => addTooltipToCutText({ target: cut.firstElementChild } as unknown as Event);
  cut.style.width = '40px';
  hover();
  expect(cut.title).toBe('a long description');
  cut.style.width = '400px';
  hover();
  expect(cut.title).toBe('');
  cut.remove();
});
