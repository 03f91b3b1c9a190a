import type { HostKeyLine } from '#shared/contract/remote-mirrors.ts';
import { holdsPrivateKey } from '#shared/contract/keys.ts';
import type { Reached } from '../reached.ts';
import { readOneKey } from '../ssh/ssh-text.ts';

const blank: Omit<HostKeyLine, 'line'> = {
  send: null,
  type: null,
  bits: null,
  sha256: null,
  host: null,
  isOtherHost: false,
  problem: null,
  fault: null,
  detail: null,
};

/**
 * Host keys as they are sent: each line is `type key`, or a line of known_hosts (document 1:186). `host`: the one of the
 * mirror's URL, with its port if it has one. A text with a private key is not read.
 */
export function readHostKeys(
  text: string,
  host: string | null,
  reached?: Reached,
): { holdsPrivateKey: boolean; lines: HostKeyLine[] } {
  if (holdsPrivateKey(text)) return { holdsPrivateKey: true, lines: [] };
  const lines = text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    reached?.(at + 1);
    const trimmed = line.trim();
    return trimmed === '' || trimmed.startsWith('#') ? [] : [{ line: at + 1, ...readLine(trimmed, host) }];
  });
  return { holdsPrivateKey: false, lines };
}

function readLine(text: string, host: string | null): Omit<HostKeyLine, 'line'> {
  if (text.startsWith('@')) return { ...blank, problem: 'marker' };
  if (text.startsWith('|')) return { ...blank, problem: 'hashed' };
  const [one, ...more] = readOneKey(text);
  if (one === undefined) return { ...blank, problem: 'no-key' };
  const { kind, error, type, bits, sha256 } = one.found;
  if (kind === 'certificate') return { ...blank, problem: 'certificate' };
  if (kind === 'fingerprint') return { ...blank, problem: 'fingerprint' };
  if (kind === 'unreadable')
    return { ...blank, problem: 'unreadable', fault: error?.fault ?? null, detail: error?.detail ?? null };
  if (kind === 'id' || one.line === null) return { ...blank, problem: 'no-key' };
  if (more.length > 0) return { ...blank, problem: 'several' };
  const [algorithm = '', data = ''] = one.line.split(' ');
  const [first = ''] = text.split(/\s+/);
  const hosts = first === algorithm || first.startsWith('AAAA') ? null : first;
  const isOtherHost = hosts !== null && host !== null && !hosts.split(',').some((name) => isSameHost(name, host));
  const send = hosts === null ? `${algorithm} ${data}` : `${hosts} ${algorithm} ${data}`;
  return { ...blank, send, type, bits, sha256, host: hosts, isOtherHost };
}

/** In known_hosts, a host with another port than 22 is `[host]:port`. */
function isSameHost(name: string, host: string): boolean {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/^\[(.*)\]:(\d+)$/, '$1:$2')
      .replace(/:22$/, '');
  return plain(name) === plain(host);
}
