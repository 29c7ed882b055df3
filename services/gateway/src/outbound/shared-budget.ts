import type { Redis } from 'ioredis';
import type { Drawn } from '../domain/allowance.ts';
import type { SharedBudget } from '../use-cases/ports.ts';
import { measuredScript } from './measured-script.ts';

const measured = measuredScript('draw_requests');

/** Grants what is left of the limit, never more; the first draw opens the window. */
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

interface WithDraw extends Redis {
  drawRequests(
    key: string,
    wanted: number,
    limit: number,
    windowMs: number,
  ): Promise<[number, number, number, number]>;
}

export function sharedBudget(redis: Redis): SharedBudget {
  redis.defineCommand('drawRequests', { numberOfKeys: 1, lua: DRAW });
  const scripted = redis as WithDraw;
  return {
    async draw(bucket, wanted, limit, windowSeconds): Promise<Drawn> {
      const key = `gateway:requests:${bucket}`;
      const answer = await measured(() => scripted.drawRequests(key, wanted, limit, windowSeconds * 1000));
      const [granted, left, resetInMs, opened] = answer;
      return { granted, left, resetInMs: Math.max(1, resetInMs), opened: opened === 1 };
    },
  };
}
