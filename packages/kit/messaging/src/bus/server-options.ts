import type { NodeConnectionOptions, TlsOptions } from '@nats-io/transport-node';

/** The address of NATS, and the authentication of its servers. */
export interface BusServers {
  /** `nats://user:password@host:port`, or `tls://…`; several servers of one cluster are separated by commas. */
  readonly url: string;
  /** PEM of the authorities that are trusted with `tls:`; those of Node unless given. */
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

type ServerOptions = Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'tls'>;

/** The client library takes the credentials as options, not in the address. */
export function serverOptions(from: BusServers): ServerOptions {
  const addresses = from.url.split(',').map((address) => new URL(address.trim()));
  const [first] = addresses;
  const isTls = first?.protocol === 'tls:';
  if (addresses.some(({ protocol }) => (protocol === 'tls:') !== isTls))
    throw new TypeError('NATS is reached either with TLS or without: one of its addresses differs');
  const servers = addresses.map(({ host }) => (isTls ? host : `nats://${host}`));
  const credentials =
    first === undefined || first.username === ''
      ? {}
      : { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) };
  // Without this null the library begins TLS with a server that only offers it, and refuses its certificate.
  return { servers, ...credentials, tls: isTls ? tlsFiles(from) : null };
}

/** With this option the library refuses a server that offers no TLS, before it sends the credentials. */
function tlsFiles({ caFile, certFile, keyFile }: BusServers): TlsOptions {
  return {
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined ? {} : { certFile }),
    ...(keyFile === undefined ? {} : { keyFile }),
  };
}
