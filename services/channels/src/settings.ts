import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

const MIN_SECRET_LENGTH = 32;

export const settings = z.object({
  ...commonSettings,
  /** Seals feed URLs at rest; a JSON array while it is replaced, the new one first. */
  FEED_SECRET: setting.keyRing(MIN_SECRET_LENGTH),
  /** For development: feeds may be fetched over http from the host name `localhost`, and from no other spelling of it. */
  CHANNELS_ALLOW_LOCALHOST: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
  /** Interval at which a connection is synced, ± 10 %. */
  SYNC_INTERVAL_SECONDS: setting.seconds(900),
});
export type Settings = z.infer<typeof settings>;
