import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { isLoopback, isPublicAddress } from './public-address.ts';
import type { OutsideUrl } from './outside-url.ts';
import { nameResolver, resolveLocalhost } from './resolve-name.ts';
import type { ResolveName } from './resolve-name.ts';

export type OutsideReason =
  | 'inside'
  | 'no-name'
  | 'name-not-found'
  | 'name-late'
  | 'unreachable'
  | 'not-secure';

/** Why nothing was sent; the words for it are the caller's. */
export class OutsideError extends Error {
  override readonly name: string = 'OutsideError';
  readonly reason: OutsideReason;

  constructor(reason: OutsideReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Whatever else may change, this address is not for us. */
export class InsideError extends OutsideError {
  override readonly name = 'InsideError';

  constructor() {
    super('inside');
  }
}

export interface OpenOptions {
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly resolve?: ResolveName;
}

const resolveName = nameResolver();

export async function openOutside(outside: OutsideUrl, options: OpenOptions): Promise<Socket> {
  const address = await addressOf(outside, options);
  const socket = await connected(
    connect({ host: address, port: outside.port, signal: options.signal }),
    'connect',
    options.connectTimeoutMs,
  );
  if (!mayReach(outside, socket.remoteAddress ?? '')) {
    socket.destroy();
    throw new InsideError();
  }
  return outside.secure ? secured(socket, outside, options) : socket;
}

/** One of the addresses of the name, all of which have to be public: a name that is half inside is not a mistake. */
export async function addressOf(
  outside: OutsideUrl,
  options: Pick<OpenOptions, 'resolve' | 'signal'>,
): Promise<string> {
  const addresses = isIP(outside.host) === 0 ? await resolved(outside, options) : [outside.host];
  if (!addresses.every((address) => mayReach(outside, address))) {
    throw new InsideError();
  }
  const address = addresses.find((each) => isIP(each) === 4) ?? addresses[0];
  if (address === undefined) {
    throw new OutsideError('no-name');
  }
  return address;
}

function mayReach(outside: OutsideUrl, address: string): boolean {
  return outside.isLocalhost ? isLoopback(address) : isPublicAddress(address);
}

async function resolved(
  outside: OutsideUrl,
  {
    resolve = outside.isLocalhost ? resolveLocalhost : resolveName,
    signal,
  }: Pick<OpenOptions, 'resolve' | 'signal'>,
): Promise<readonly string[]> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new OutsideError('name-late'));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([resolve(outside.host, signal), aborted.promise]);
  } catch (error) {
    throw error instanceof OutsideError ? error : new OutsideError('name-not-found', { cause: error });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The name asked for stays the name of the certificate, though the address is what was connected to. */
function secured(socket: Socket, { host }: OutsideUrl, options: OpenOptions): Promise<Socket> {
  const name = host.replace(/\.$/, '');
  return connected(
    connectSecurely({
      socket,
      host: name,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(name) === 0 ? { servername: name } : {}),
    }),
    'secureConnect',
    options.connectTimeoutMs,
  );
}

function connected(socket: Socket, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const timer = setTimeout(() => fail(new Error('timed out')), timeoutMs);
  const fail = (cause: unknown): void => {
    socket.destroy();
    reject(new OutsideError(event === 'connect' ? 'unreachable' : 'not-secure', { cause }));
  };
  // Stays for the life of the socket: one that breaks later is told by what reads from it.
  socket.on('error', fail);
  socket.once(event, () => resolve(socket));
  return promise.finally(() => clearTimeout(timer));
}
