import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

export const settings = z.object({
  ...commonSettings,
  /** Connections of the pool. */
  POSTGRES_CONNECTIONS: setting.integer(10),
  /**
   * Weight of the cached configurations of all resources; 1 is about 100 bytes. A restriction or tier weighs 1, a season 2,
   * a plan 4.
   */
  CONFIG_CACHE_WEIGHT: setting.integer(200_000),
});
export type Settings = z.infer<typeof settings>;
