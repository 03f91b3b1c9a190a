/** What is unusual about the line endings of a text. They are not changed. */
export type LineEnds = 'crlf' | 'mixed' | 'noFinal' | 'bom';

/** The unusual parts of a text, for a note below the editor. */
export function lineEndsOf(text: string): LineEnds[] {
  const crlf = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  const kind = crlf === 0 && !text.includes('\r') ? [] : [crlf === all ? ('crlf' as const) : ('mixed' as const)];
  return [
    ...kind,
    ...(text === '' || /[\r\n]$/.test(text) ? [] : (['noFinal'] as const)),
    ...(text.startsWith('\ufeff') ? (['bom'] as const) : []),
  ];
}
