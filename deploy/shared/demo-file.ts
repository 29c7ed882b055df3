import type { SeededTenant } from './demo/seed-demo.ts';

export interface DemoFile {
  gatewayUrl: string;
  adminUrl: string;
  adminToken: string;
  paymentsUrl: string;
  stripe: { url: string; secretKey: string; webhookSecret: string };
  mail: { url: string };
  /** The demo's booking page; `summary` adds the key of a tenant. */
  bookingPageUrl: string;
  /** The operator’s console; who may sign in is listed with each tenant. */
  consoleUrl: string;
  postgresUrl: string;
  natsUrl: string;
  redisUrl: string;
  /** `publicUrl` where strangers send requests to the service itself. */
  services: Record<string, { pid: number; healthUrl: string; publicUrl?: string; logFile: string }>;
  tenants: SeededTenant[];
}
