// Owns the shape of demo.json: everything a program needs to use a running copy. It exists only while the copy is ready.

import type { SeededTenant } from './demo/seed-demo.ts';

export interface DemoFile {
  gatewayUrl: string;
  adminUrl: string;
  adminToken: string;
  paymentsUrl: string;
  stripe: { url: string; secretKey: string; webhookSecret: string };
  mail: { url: string };
  postgresUrl: string;
  natsUrl: string;
  redisUrl: string;
  services: Record<string, { pid: number; healthUrl: string; logFile: string }>;
  tenants: SeededTenant[];
}
