import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';
import { isProxyRange } from './inbound/public/client-address.ts';

export const gatewaySettings = z.object({
  ...commonSettings,
  PORT: setting.port(8080),
  ADMIN_PORT: setting.port(8081),
  ADMIN_TOKEN: setting.secret(8),
  CURSOR_SECRET: setting.secret(16),
  REDIS_URL: setting.url(),
  /** Where clients reach the API; the `type` of problems begins with it. */
  PUBLIC_URL: setting.url().optional(),
  /** Proxies whose X-Forwarded-For is believed: addresses, or networks as 10.0.0.0/8. */
  TRUSTED_PROXIES: setting
    .list([])
    .refine((ranges) => ranges.every(isProxyRange), 'must hold addresses or networks such as 10.0.0.0/8'),
});

export type GatewaySettings = z.infer<typeof gatewaySettings>;
