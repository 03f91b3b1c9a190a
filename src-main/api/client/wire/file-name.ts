/** Most file systems allow 255 bytes; the rest is for `.part` and ` (2)`. */
const mostBytes = 200;
const mostExtensionBytes = 20;

/**
 * Names that Windows reserves for devices, with any extension. Superscript digits count as digits, and spaces before
 * the extension are ignored.
 */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³]) *(\..*)?$/i;

/**
 * A file name that is safe on every system: the last segment of a path, without drive letter and without control,
 * invisible and direction characters, not hidden, not reserved, and at most 200 bytes of UTF-8 including its extension.
 * Names from the platform or from an archive must be passed through this function before they are used on a disk.
 * Returns `fallback` if nothing is left.
 */
export function safeFileName(proposed: string, fallback = 'download'): string {
  const last = visible(proposed).split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(/^[a-z]:/i, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^ +|[. ]+$/g, '')
    .replace(/^[.~-]/, '_');
  if (/^[_ ]*$/.test(name)) return fallback;
  return shortened(reserved.test(name) ? `_${name}` : name);
}

/**
 * The file name in a `Content-Disposition` header, not made safe; undefined if there is none. `filename*` (RFC 8187) is
 * preferred. Percent signs in `filename` are not decoded.
 */
export function proposedName(contentDisposition: string | undefined): string | undefined {
  const header = contentDisposition ?? '';
  const [, charset, encoded] = /(?:^|;)\s*filename\*\s*=\s*"?(utf-8|iso-8859-1)'[^']*'([^;"\s]*)/i.exec(header) ?? [];
  const extended = encoded === undefined ? undefined : percentDecoded(encoded, charset ?? '');
  if (extended !== undefined && extended !== '') return extended;
  const [, quoted, token] = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s"]+))/i.exec(header) ?? [];
  // Browsers escape only quotation mark and backslash, so other backslashes are part of the name (C:\name)
  return quoted?.replace(/\\(["\\])/g, '$1') ?? token;
}

/** The name with a number, if it is not the first of its name: `report (2).pdf`. */
export function numbered(name: string, count: number): string {
  if (count < 2) return name;
  const [base, extension] = split(name);
  return `${base} (${count})${extension}`;
}

// Called before the separators are searched, because a removed character may be between them
function visible(text: string): string {
  return text
    .slice(-4_096)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]/gu, '');
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const [base, extension] = split(name);
  let room = mostBytes - Buffer.byteLength(extension);
  const kept: string[] = [];
  for (const character of base) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept.push(character);
  }
  return kept.join('').replace(/[. ]+$/, '') + extension;
}

function split(name: string): [base: string, extension: string] {
  const extension = /(?:\.tar)?\.[^. ]+$/.exec(name)?.[0] ?? '';
  if (extension === name || Buffer.byteLength(extension) > mostExtensionBytes) return [name, ''];
  return [name.slice(0, name.length - extension.length), extension];
}

function percentDecoded(text: string, charset: string): string | undefined {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (charset.toLowerCase() === 'iso-8859-1') return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}
