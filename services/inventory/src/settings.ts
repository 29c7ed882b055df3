import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

export const settings = z.object({
  ...commonSettings,
  POSTGRES_CONNECTIONS: setting.integer(10),
  /** Configurations that are cached at most, over all resources: about their bytes, in hundreds. */
  CONFIG_CACHE_WEIGHT: setting.integer(200_000),
});
export type Settings = z.infer<typeof settings>;
