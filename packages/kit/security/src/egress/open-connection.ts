import { connect, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { EgressError, PrivateAddressError } from './egress-error.ts';
import type { EgressUrl } from './egress-url.ts';
import { isAllowedAddress, resolveEgressAddress } from './resolve-address.ts';
import type { ResolveOptions } from './resolve-address.ts';

export interface OpenConnectionOptions extends ResolveOptions {
  readonly connectTimeoutMs: number;
}

/**
 * A connection to a public address: the name is resolved once, its addresses are checked, one of them is connected to, and
 * the socket's own address is checked again. Throws an EgressError.
 */
export async function openEgressConnection(
  target: EgressUrl,
  options: OpenConnectionOptions,
): Promise<Socket> {
  const { signal, connectTimeoutMs } = options;
  const host = await resolveEgressAddress(target, options);
  const socket = await connected(connect({ host, port: target.port, signal }), 'connect', connectTimeoutMs);
  if (!isAllowedAddress(target, socket.remoteAddress ?? '')) {
    socket.destroy();
    throw new PrivateAddressError();
  }
  return target.secure ? secure(socket, target, connectTimeoutMs) : socket;
}

/** The certificate must be for the name, though the connection is to an address. */
function secure(socket: Socket, { host }: EgressUrl, timeoutMs: number): Promise<Socket> {
  const name = host.replace(/\.$/, '');
  const servername = isIP(name) === 0 ? { servername: name } : {};
  const tls = connectTls({ socket, host: name, ALPNProtocols: ['http/1.1'], ...servername });
  return connected(tls, 'secureConnect', timeoutMs);
}

function connected(socket: Socket, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (cause: unknown): void => {
    socket.destroy();
    reject(new EgressError(event === 'connect' ? 'unreachable' : 'tls-failed', { cause }));
  };
  const timer = setTimeout(() => fail(new Error('timed out')), timeoutMs);
  // Remains for the life of the socket, or a later error without a listener would end the process. Its reader sees the close.
  socket.on('error', fail);
  socket.once(event, () => resolve(socket));
  return promise.finally(() => clearTimeout(timer));
}
