import { commonSettings, setting, streamSettings } from '@lodging/kit-runtime';
import { z } from 'zod';

export const inventorySettings = z.object({
  ...commonSettings,
  ...streamSettings,
  POSTGRES_CONNECTIONS: setting.integer(10),
  /** How many plans, seasons and restrictions are kept in memory at most, over all resources. */
  CONFIG_CACHE_WEIGHT: setting.integer(200_000),
});
export type InventorySettings = z.infer<typeof inventorySettings>;
