/** Why bytes are not an SSH key. The texts explain each code. */
export type WireFault =
  | 'not-base64'
  | 'cut-short'
  | 'bytes-left'
  | 'other-type'
  | 'wrong-curve'
  | 'wrong-point'
  | 'wrong-length'
  | 'empty-number';

/** The error in the bytes of a key, with a short detail if known (`ssh-rsa`, `31 of 32`). */
export class WireError extends Error {
  readonly fault: WireFault;
  readonly detail: string | null;
  constructor(fault: WireFault, detail: string | null = null) {
    super(fault);
    this.fault = fault;
    this.detail = detail;
  }
}

/** Decode base64. Missing padding is accepted. Fails: `not-base64`. */
export function base64Bytes(text: string): Buffer {
  const strange = /[^A-Za-z0-9+/=]/.exec(text);
  if (strange !== null) throw new WireError('not-base64', strange[0]);
  const bare = text.replace(/(?<!=)=+$/, '');
  if (bare.includes('=')) throw new WireError('not-base64', '=');
  if (bare.length % 4 === 1) throw new WireError('cut-short');
  return Buffer.from(bare, 'base64');
}

/** Reads the fields of the SSH wire format (RFC 4251, section 5) in order. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  string(): Buffer {
    return this.#take(this.uint32());
  }

  text(): string {
    return this.string().toString('utf8');
  }

  uint32(): number {
    return this.#take(4).readUInt32BE();
  }

  uint64(): bigint {
    return this.#take(8).readBigUInt64BE();
  }

  /** The size in bits of a positive integer. */
  numberBits(): number {
    const bytes = this.string();
    const first = bytes.findIndex((byte) => byte !== 0);
    if (first < 0) throw new WireError('empty-number');
    return (bytes.length - first) * 8 - (Math.clz32(bytes[first] ?? 0) - 24);
  }

  /** The strings inside the next string. */
  texts(): string[] {
    const inner = new WireReader(this.string());
    const all: string[] = [];
    while (!inner.isAtEnd) all.push(inner.text());
    return all;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  get position(): number {
    return this.#at;
  }

  end(): void {
    if (!this.isAtEnd) throw new WireError('bytes-left', String(this.#bytes.length - this.#at));
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new WireError('cut-short');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

/** A string with its length as prefix. */
export function wireString(bytes: Buffer | string): Buffer {
  const content = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

/** A positive integer: without leading zeros, except one if it would look negative. */
export function wireNumber(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const bare = first < 0 ? Buffer.alloc(0) : bytes.subarray(first);
  return wireString((bare[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), bare]) : bare);
}
