import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which a system takes ports of outgoing connections (from 32768 on Linux, 49152 by RFC 6335): one of
 * those may be used by a connection before a server listens on it.
 */
const [FIRST, END] = [15_000, 32_000] as const;
const TRIES = 100;

/** A port that is free at this moment. Another program may take it first, so callers retry. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`found no free port from ${FIRST} to ${END - 1}`);
}

/** Checks every interface: a port in use on another address would be reached by a browser all the same. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined));
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(host === undefined ? { port } : { port, host }, () => probe.close(() => resolve(true)));
  });
}
