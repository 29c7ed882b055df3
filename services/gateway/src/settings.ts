import { origin } from '@lodging/contract-public';
import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

const proxyRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const settings = z.object({
  ...commonSettings,
  /** The public server: `/v1`, the API document, `/widget`, `/console`. */
  PORT: setting.port(8080),
  /** The admin API. */
  ADMIN_PORT: setting.port(8081),
  /** The root token of the admin API; a JSON array while it is replaced: each of them is accepted. */
  ADMIN_TOKEN: setting.keyRing(32),
  /** Signs list cursors; the same in every replica. A JSON array while it is replaced: the first signs, each verifies. */
  CURSOR_SECRET: setting.keyRing(16),
  /** `redis://…`, or `rediss://…` for TLS. */
  REDIS_URL: setting.url(),
  /** PEM of the authorities that sign the certificate of Redis; those of Node unless set. */
  REDIS_CA_FILE: setting.text().optional(),
  /** PEM of the certificate and the key that the gateway presents, where Redis verifies its clients. */
  REDIS_CERT_FILE: setting.text().optional(),
  REDIS_KEY_FILE: setting.text().optional(),
  /** The number of processes that share the request limits, used by a process that starts without Redis. */
  GATEWAY_PROCESSES: setting.integer(1).refine((count) => count > 0, 'must be above 0'),
  /** The public address of the API; `type` of a problem and the URL of a feed begin with it. Unset: `http://HOST:PORT`. */
  PUBLIC_URL: setting.url().optional(),
  /** Files of the booking component, as `packages/widget/build.ts` writes them; unset: /widget is 404. */
  WIDGET_DIRECTORY: setting.text().optional(),
  /** Files of the operator’s console, as `packages/console` builds them; unset: /console is 404. */
  CONSOLE_DIRECTORY: setting.text().optional(),
  /** The origins of the console's pages: its cookie counts for their requests alone. Unset: that of PUBLIC_URL. */
  CONSOLE_ORIGINS: setting
    .list([])
    .refine(
      (origins) => origins.every((one) => origin.safeParse(one).data === one),
      'must hold origins such as https://desk.example',
    ),
  /** The source repository at this version, such as https://host/owner/name/tree/v1.0.0; pages link guides there. */
  SOURCE_URL: setting.url().optional(),
  /** Connections to the public server, in all and of one client network; those of trusted proxies count in all only. */
  MAX_CONNECTIONS: setting.integer(4096).refine((count) => count > 0, 'must be above 0'),
  MAX_CONNECTIONS_PER_ADDRESS: setting.integer(1024).refine((count) => count > 0, 'must be above 0'),
  /** Proxies whose X-Forwarded-For is trusted: addresses, or networks such as 10.0.0.0/8. */
  TRUSTED_PROXIES: setting
    .list([])
    .refine(
      (ranges) => ranges.every((range) => proxyRange.safeParse(range).success),
      'must hold addresses or networks such as 10.0.0.0/8',
    ),
});

export type Settings = z.infer<typeof settings>;
