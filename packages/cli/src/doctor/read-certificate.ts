import { isIP } from 'node:net';
import { connect } from 'node:tls';

/**
 * The end of the certificate that the address serves, whatever it is worth; null where the address is not https, or does
 * not answer in time: the call beside it says so.
 */
export function readCertificateEnd(address: string, withinMs: number): Promise<Temporal.Instant | null> {
  if (!URL.canParse(address)) return Promise.resolve(null);
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return Promise.resolve(null);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port) || 443,
      ...(isIP(host) === 0 && { servername: host }),
      // One that has ended is read too.
      rejectUnauthorized: false,
      timeout: withinMs,
    });
    const end = (at: Temporal.Instant | null) => {
      socket.destroy();
      resolve(at);
    };
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      const ms = Date.parse(until);
      end(Number.isNaN(ms) ? null : Temporal.Instant.fromEpochMilliseconds(ms));
    });
    socket.once('timeout', () => end(null));
    socket.once('error', () => end(null));
  });
}
