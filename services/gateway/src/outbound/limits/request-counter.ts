import type { Redis } from 'ioredis';
import type { RequestCounter } from '../../ports/limits.ts';
import { measuredScript } from './measured-script.ts';

const measured = measuredScript('draw_requests');

/** Grants at most what is left of the limit. The first draw opens the window. */
const DRAW = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local wanted, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local granted = math.max(0, math.min(wanted, limit - used))
if used == 0 then
  redis.call('SET', KEYS[1], granted, 'PX', window)
elseif granted > 0 then
  redis.call('INCRBY', KEYS[1], granted)
end
return { granted, math.max(0, limit - used - granted), redis.call('PTTL', KEYS[1]), used == 0 and 1 or 0 }`;

interface ScriptedRedis extends Redis {
  drawRequests(
    key: string,
    permits: number,
    limit: number,
    windowMs: number,
  ): Promise<[granted: number, undrawn: number, resetInMs: number, opened: number]>;
}

export function createRequestCounter(redis: Redis): RequestCounter {
  redis.defineCommand('drawRequests', { numberOfKeys: 1, lua: DRAW });
  const scripted = redis as ScriptedRedis;
  return {
    async draw(bucket, permits, limit, windowSeconds) {
      const key = `gateway:requests:${bucket}`;
      const [granted, undrawn, resetInMs, opened] = await measured(() =>
        scripted.drawRequests(key, permits, limit, windowSeconds * 1000),
      );
      return { granted, undrawn, resetInMs: Math.max(1, resetInMs), opened: opened === 1 };
    },
  };
}
