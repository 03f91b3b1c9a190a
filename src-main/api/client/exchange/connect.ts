import { Failure } from '#shared/errors.ts';
import { kilobytes, seconds } from '#shared/time.ts';
import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';

/** How the sockets are made. `ca`: PEM certificates trusted besides Node's and the system's. */
export interface Route {
  proxy: string | null;
  ca: string | null;
}

/**
 * One keep-alive pool per origin, direct or through a proxy (http requests in absolute form, https with CONNECT).
 * Fails: `invalid` with the field `ca` or `proxy`.
 */
export function createDispatcher({ proxy, ca }: Route, connections: number): Dispatcher {
  const secureContext = ca === null ? defaultTrust() : contextTrusting(certificatesIn(ca));
  const common = {
    connections,
    allowH2: false,
    maxHeaderSize: kilobytes(32),
    // The deadline of each exchange replaces both, because they don't end a server that sends a byte now and then
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const connect = { secureContext, timeout: seconds(10) };
  if (proxy === null) return new Agent({ ...common, connect });
  return new ProxyAgent({
    ...common,
    connectTimeout: connect.timeout,
    uri: proxyUri(proxy),
    requestTls: { secureContext },
    proxyTls: { secureContext },
  });
}

let roots: string[] | undefined;
let defaultContext: tls.SecureContext | undefined;

// Reading the certificate store of the system and creating a context take tens of milliseconds, so both are cached
const defaultTrust = (): tls.SecureContext => (defaultContext ??= contextTrusting([]));

function contextTrusting(more: readonly string[]): tls.SecureContext {
  roots ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  return tls.createSecureContext({ ca: [...roots, ...more] });
}

// A secure context silently ignores invalid certificates, so they are checked here and reported
function certificatesIn(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Failure('invalid', 'no PEM certificate', { field: 'ca' });
  try {
    return blocks.map((block) => new X509Certificate(block).toString());
  } catch (error) {
    throw new Failure('invalid', 'a certificate that cannot be read', { field: 'ca', cause: error });
  }
}

function proxyUri(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href;
  throw new Failure('invalid', 'not the address of an http proxy', { reason: 'address-invalid', field: 'proxy' });
}
