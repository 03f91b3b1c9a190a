/** Different names, paths, addresses and secrets of at least 8 characters, as people and platforms write them. */
export function seeds(count: number): string[] {
  const shapes: ((own: string) => string)[] = [
    (own) => `Ágnes Błaszczyk ${own}`,
    (own) => `olivia.${own}`,
    (own) => `group-${own}/sub/project`,
    (own) => `glpat-${own}_${own}`,
    (own) => `https://${own}.example.com/base?x=1&y=2`,
    (own) => `C:\\Users\\${own}\\AppData`,
    (own) => `/home/${own}/reeve`,
    (own) => `${own}@example.com`,
    (own) => `no such "project": 'group/${own}'\n\tat ${own} (file.js:1:2)`,
    (own) => `日本語プロジェクト${own}`,
    (own) => own.toUpperCase(),
    (own) => `${own}-${own}-${own}`,
  ];
  return Array.from({ length: count }, (_, at) => {
    const own = `q${((at + 1) * 7_919_993).toString(36).padStart(7, 'z')}`;
    return shapes[at % shapes.length]?.(own) ?? own;
  });
}

/** The parts of Base64 that a value has at each of the three positions, without characters of its neighbors. */
function inBase64(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const text = bytes.toString('base64').replaceAll('=', '');
    const from = Math.ceil((before * 8) / 6);
    const own = text.slice(from, Math.floor((bytes.length * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A search for values in a text: as they are, and in JSON, in URLs and in Base64. Returns the values that it finds. */
export function seededSearch(values: readonly string[]): (text: string) => string[] {
  const spellings = values.map((value) => {
    const json = JSON.stringify(value).slice(1, -1);
    const ascii = json.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const inUrls = [
      encodeURI(value),
      encodeURIComponent(value),
      new URLSearchParams([['', value]]).toString().slice(1),
    ];
    return [value, [value, json, ascii, JSON.stringify(json).slice(1, -1), ...inUrls, ...inBase64(value)]] as const;
  });
  return (text) => spellings.filter(([, all]) => all.some((one) => text.includes(one))).map(([value]) => value);
}
