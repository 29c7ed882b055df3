import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type { Logger } from '@lodging/kit-runtime';
import { Redis } from 'ioredis';

/** No request waits for as long: see rate-limiter.ts. A late answer still counts. */
const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that is silent for longer is closed and replaced. */
const SOCKET_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

export interface RedisServer {
  readonly url: string;
  /** Used where the URL begins with `rediss:`. */
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

export function connectRedis(server: RedisServer, log: Logger): Redis {
  const redis = new Redis(server.url, {
    ...tlsOf(server),
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // Commands fail at once while there is no connection: a queued command would be a waiting request.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempts) => Math.min(100 * attempts, MAX_RECONNECT_DELAY_MS),
  });
  let isUp = true;
  redis.on('ready', () => {
    isUp = true;
    log.info('connected to Redis');
  });
  redis.on('error', (error) => {
    // ioredis listens for one error of a socket. A second one, such as the alert after a refused certificate, would end
    // the process.
    redis.stream?.on('error', () => undefined);
    if (isUp) log.warn({ err: error }, 'Redis is unavailable; each process counts requests locally');
    isUp = false;
  });
  return redis;
}

/** The certificate is checked against the host of the URL. */
function tlsOf({ url, caFile, certFile, keyFile }: RedisServer): { tls?: ConnectionOptions } {
  if (!url.startsWith('rediss:')) return {};
  return {
    tls: {
      servername: new URL(url).hostname,
      ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
      ...(certFile === undefined ? {} : { cert: readFileSync(certFile) }),
      ...(keyFile === undefined ? {} : { key: readFileSync(keyFile) }),
    },
  };
}
