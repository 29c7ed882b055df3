import type { Logger } from '@lodging/kit-runtime';
import { Redis } from 'ioredis';

const COMMAND_LIMIT_MS = 100;
const CONNECT_LIMIT_MS = 1_000;
const SILENCE_LIMIT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;

export function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_LIMIT_MS,
    connectTimeout: CONNECT_LIMIT_MS,
    // A connection that died without a word is replaced, not waited for.
    socketTimeout: SILENCE_LIMIT_MS,
    // A command that waits for a connection is a request that waits for a limit.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (tries) => Math.min(100 * tries, LONGEST_PAUSE_MS),
  });
  let isUp = true;
  redis.on('ready', () => {
    isUp = true;
    log.info('connected to Redis');
  });
  redis.on('error', (error) => {
    if (isUp) log.warn({ err: error }, 'Redis is away; requests are let through uncounted');
    isUp = false;
  });
  return redis;
}
