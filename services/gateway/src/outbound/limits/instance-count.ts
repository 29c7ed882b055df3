import type { Redis } from 'ioredis';
import type { InstanceCount } from '../../ports/limits.ts';
import { measuredScript } from './measured-script.ts';

const measured = measuredScript('count_processes');

const KEY = 'gateway:processes';
/** A process without a report for this time has ended. */
const FORGOTTEN_AFTER_MS = 30_000;

/** Uses the clock of Redis, because clocks of processes differ. */
const REPORT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

interface ScriptedRedis extends Redis {
  reportProcess(key: string, id: string, forgottenAfterMs: number): Promise<number>;
}

export function createInstanceCount(redis: Redis, processId: string, expected: number): InstanceCount {
  redis.defineCommand('reportProcess', { numberOfKeys: 1, lua: REPORT });
  const scripted = redis as ScriptedRedis;
  let known = expected;
  return {
    async report() {
      known = await measured(() => scripted.reportProcess(KEY, processId, FORGOTTEN_AFTER_MS));
    },
    count: () => known,
  };
}
