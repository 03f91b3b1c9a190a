/** Text escaped for HTML. */
export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Common Markdown as HTML. HTML in the text is escaped. */
export function markdownHtml(text: string): string {
  const blocks: string[] = [];
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const taken = (test: (line: string) => boolean) => {
      const from = at;
      while (at < lines.length && test(lines[at] ?? '')) at += 1;
      return lines.slice(from, at);
    };
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (line.trim() === '') {
      at += 1;
    } else if (/^```/.test(line)) {
      at += 1;
      const code = taken((each) => !/^```\s*$/.test(each));
      at += 1;
      blocks.push(`<pre><code>${escapeHtml(code.join('\n'))}</code></pre>`);
    } else if (heading !== null) {
      at += 1;
      const level = (heading[1] ?? '').length;
      blocks.push(`<h${level}>${inlineHtml(heading[2] ?? '')}</h${level}>`);
    } else if (BULLET.test(line)) {
      blocks.push(
        `<ul>${itemsHtml(
          taken((each) => BULLET.test(each)),
          BULLET,
        )}</ul>`,
      );
    } else if (NUMBER.test(line)) {
      blocks.push(
        `<ol>${itemsHtml(
          taken((each) => NUMBER.test(each)),
          NUMBER,
        )}</ol>`,
      );
    } else {
      const rows = taken((each) => each.trim() !== '' && !/^(```|#{1,6}\s)/.test(each) && !isListed(each));
      blocks.push(`<p dir="auto">${inlineHtml(rows.join('\n'))}</p>`);
    }
  }
  return blocks.join('\n');
}

const BULLET = /^\s*[-*+]\s+/;
const NUMBER = /^\s*\d+[.)]\s+/;
const isListed = (line: string) => BULLET.test(line) || NUMBER.test(line);

const itemsHtml = (lines: readonly string[], mark: RegExp) =>
  lines.map((line) => `<li>${taskHtml(line.replace(mark, ''))}</li>`).join('');

function taskHtml(text: string) {
  const [all = '', box = ''] = /^\[([ xX])\]\s+/.exec(text) ?? [];
  if (all === '') return inlineHtml(text);
  const checked = box === ' ' ? '' : ' checked';
  return `<input type="checkbox" disabled${checked}> ${inlineHtml(text.slice(all.length))}`;
}

/** One line of Markdown: code, links, bold and italic text. */
export function inlineHtml(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : spansHtml(part)))
    .join('');
}

const spansHtml = (text: string) =>
  escapeHtml(text)
    .replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, mark: string, label: string, target: string) => {
      if (!isSafeTarget(target)) return whole;
      if (mark === '!') return `<img src="${target}" alt="${label}">`;
      return `<a href="${target}" rel="nofollow noreferrer noopener">${label}</a>`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>');

/** Whether a link is an http, https, mailto or relative address. Control characters could hide another scheme. */
const isSafeTarget = (target: string) =>
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /^(https?:\/\/|mailto:|[/#?]|[\w.%-]+(\/|$))/i.test(target) && !/[\x00-\x20]/.test(target);
