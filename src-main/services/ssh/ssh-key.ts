import { createHash } from 'node:crypto';
import { WireError, WireReader, wireString } from './ssh-wire.ts';

/** The fields of an SSH certificate besides its key (OpenSSH, PROTOCOL.certkeys). Times in epoch milliseconds. */
export interface CertificateFacts {
  use: 'user' | 'host' | null;
  keyId: string;
  serial: string;
  principals: string[];
  /** Null: no limit. */
  validFrom: number | null;
  validTo: number | null;
  /** SHA256 fingerprint of the signing key. */
  authority: string;
}

/** A parsed public key. `bytes`: the plain key; of a certificate, the certified key. */
export interface SshKey {
  /** As on the wire: `ssh-ed25519`, `ssh-rsa-cert-v01@openssh.com`. */
  algorithm: string;
  /** The name that `ssh-keygen -l` prints: `ED25519`, `RSA-CERT`. An unknown algorithm keeps its own name. */
  type: string;
  /** Null if the algorithm is unknown. */
  bits: number | null;
  bytes: Buffer;
  certificate: CertificateFacts | null;
}

const certificateEnd = '-cert-v01@openssh.com';
const pointBytes: Record<string, number> = { nistp256: 65, nistp384: 97, nistp521: 133 };
/** The latest time that `Date` supports, in seconds; certificates without an end have all bits set. */
const lastSecond = 8_640_000_000_000n;

/** For each algorithm, a function that reads its fields and returns the key size in bits. */
const algorithms: Record<string, { type: string; bits: (wire: WireReader) => number }> = {
  'ssh-rsa': { type: 'RSA', bits: rsaBits },
  'ssh-dss': { type: 'DSA', bits: dsaBits },
  'ssh-ed25519': { type: 'ED25519', bits: edwardsBits },
  'ecdsa-sha2-nistp256': { type: 'ECDSA', bits: curveBits('nistp256') },
  'ecdsa-sha2-nistp384': { type: 'ECDSA', bits: curveBits('nistp384') },
  'ecdsa-sha2-nistp521': { type: 'ECDSA', bits: curveBits('nistp521') },
  'sk-ssh-ed25519@openssh.com': { type: 'ED25519-SK', bits: onToken(edwardsBits) },
  'sk-ecdsa-sha2-nistp256@openssh.com': { type: 'ECDSA-SK', bits: onToken(curveBits('nistp256')) },
};

/** Whether a word is the name of a known algorithm, including certificates. */
export function isAlgorithm(word: string): boolean {
  return plainNameOf(word) in algorithms;
}

/**
 * Parse the bytes of a public key or certificate. `expected`: the algorithm named before the bytes. Keys of an unknown
 * algorithm are not checked beyond their name.
 * Fails: `WireError`.
 */
export function readSshKey(bytes: Buffer, expected: string | null): SshKey {
  const wire = new WireReader(bytes);
  const algorithm = wire.text();
  if (algorithm === '' || !/^[\x21-\x7e]+$/.test(algorithm)) throw new WireError('cut-short');
  if (expected !== null && expected !== algorithm) throw new WireError('other-type', algorithm);
  const plainName = plainNameOf(algorithm);
  const known = algorithms[plainName];
  if (known === undefined) {
    while (!wire.isAtEnd) wire.string();
    return { algorithm, type: algorithm, bits: null, bytes, certificate: null };
  }
  if (plainName === algorithm) {
    const bits = known.bits(wire);
    wire.end();
    return { algorithm, type: known.type, bits, bytes, certificate: null };
  }
  wire.string(); // nonce
  const from = wire.position;
  const bits = known.bits(wire);
  const plain = Buffer.concat([wireString(plainName), bytes.subarray(from, wire.position)]);
  const certificate = readCertificate(wire);
  wire.end();
  return { algorithm, type: `${known.type}-CERT`, bits, bytes: plain, certificate };
}

/** Fingerprints as `ssh-keygen -l` prints them after `MD5:` and `SHA256:`. */
export function fingerprintsOf(bytes: Buffer): { md5: string; sha256: string } {
  const md5 = createHash('md5')
    .update(bytes)
    .digest('hex')
    .replaceAll(/..(?!$)/g, '$&:');
  const sha256 = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '');
  return { md5, sha256 };
}

function plainNameOf(algorithm: string): string {
  if (!algorithm.endsWith(certificateEnd)) return algorithm;
  const name = algorithm.slice(0, -certificateEnd.length);
  return name.startsWith('sk-') ? `${name}@openssh.com` : name;
}

function readCertificate(wire: WireReader): CertificateFacts {
  const serial = wire.uint64().toString();
  const use = wire.uint32();
  const keyId = wire.text();
  const principals = wire.texts();
  const [validFrom, validTo] = [wire.uint64(), wire.uint64()];
  wire.string(); // critical options
  wire.string(); // extensions
  wire.string(); // reserved
  const authority = fingerprintsOf(wire.string()).sha256;
  wire.string(); // signature
  return {
    use: use === 1 ? 'user' : use === 2 ? 'host' : null,
    keyId,
    serial,
    principals,
    validFrom: validFrom === 0n ? null : momentOf(validFrom),
    validTo: momentOf(validTo),
    authority,
  };
}

function momentOf(unixSeconds: bigint): number | null {
  return unixSeconds > lastSecond ? null : Number(unixSeconds) * 1000;
}

function rsaBits(wire: WireReader): number {
  wire.numberBits();
  return wire.numberBits();
}

function dsaBits(wire: WireReader): number {
  const bits = wire.numberBits();
  for (let rest = 0; rest < 3; rest++) wire.numberBits();
  return bits;
}

function edwardsBits(wire: WireReader): number {
  const { length } = wire.string();
  if (length !== 32) throw new WireError('wrong-length', `${length} / 32`);
  return 256;
}

function curveBits(curve: string): (wire: WireReader) => number {
  return (wire) => {
    const named = wire.text();
    if (named !== curve) throw new WireError('wrong-curve', named);
    const point = wire.string();
    if (point.length !== pointBytes[curve] || point[0] !== 4) throw new WireError('wrong-point', curve);
    return Number(curve.slice('nistp'.length));
  };
}

/** A key on a security token ends with its application, usually `ssh:`. */
function onToken(bits: (wire: WireReader) => number): (wire: WireReader) => number {
  return (wire) => {
    const own = bits(wire);
    wire.string();
    return own;
  };
}
