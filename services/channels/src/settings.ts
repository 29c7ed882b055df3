import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

const SHORTEST_SECRET = 32;

export const channelsSettings = z.object({
  ...commonSettings,
  /** Seals the addresses of feeds at rest. */
  FEED_SECRET: setting.secret(SHORTEST_SECRET),
  /** For development: the host name `localhost`, and no other spelling of it, may be read over http. */
  CHANNELS_ALLOW_LOCALHOST: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
  SYNC_INTERVAL_SECONDS: setting.seconds(900),
});
export type ChannelsSettings = z.infer<typeof channelsSettings>;
