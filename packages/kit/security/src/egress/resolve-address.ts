import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { EgressError, PrivateAddressError } from './egress-error.ts';
import type { EgressUrl } from './egress-url.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** The IPv4 and IPv6 addresses of a name. */
export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface ResolveOptions {
  readonly signal: AbortSignal;
  readonly resolve?: ResolveName;
}

const TIMEOUT_MS = 2_000;
const ATTEMPTS = 2;

const resolveName = createNameResolver();

/**
 * One address of the host. All of them must be public: a name with private addresses among them is no mistake.
 */
export async function resolveEgressAddress(target: EgressUrl, options: ResolveOptions): Promise<string> {
  const addresses = isIP(target.host) === 0 ? await addressesOf(target, options) : [target.host];
  if (!addresses.every((address) => isAllowedAddress(target, address))) throw new PrivateAddressError();
  const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0];
  if (address === undefined) throw new EgressError('no-address');
  return address;
}

export function isAllowedAddress({ isLocalhost }: EgressUrl, address: string): boolean {
  return isLocalhost ? isLoopback(address) : isPublicAddress(address);
}

async function addressesOf(
  { host, isLocalhost }: EgressUrl,
  { signal, resolve = isLocalhost ? resolveLocalhost : resolveName }: ResolveOptions,
): Promise<readonly string[]> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new EgressError('name-timeout'));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([resolve(host, signal), aborted.promise]);
  } catch (error) {
    throw error instanceof EgressError ? error : new EgressError('name-not-found', { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Queries the name servers directly. `dns.lookup` runs in a pool of four threads, which a few names without an answer
 * fill for seconds, and it reads /etc/hosts, which must not apply to names outside.
 */
export function createNameResolver({ servers }: { readonly servers?: readonly string[] } = {}): ResolveName {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: ATTEMPTS });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      const failure = results.find((result) => result.status === 'rejected');
      if (addresses.length === 0 && failure !== undefined) throw failure.reason;
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** `localhost` is in /etc/hosts. */
async function resolveLocalhost(): Promise<readonly string[]> {
  const found = await lookup('localhost', { all: true });
  return found.map(({ address }) => address);
}
