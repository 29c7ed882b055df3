export interface DemoResource {
  id: string;
  name: string;
  kind: 'hotel_room' | 'apartment' | 'villa' | 'generic';
  ratePlans: { id: string; code: string }[];
}

export interface DemoTenant {
  id: string;
  sandboxId: string;
  name: string;
  accountId: string;
  secretKey: string;
  publishableKey: string;
  testSecretKey: string;
  testPublishableKey: string;
  operators: { email: string; password: string; role: 'admin' | 'manager' | 'front_desk' | 'viewer' }[];
  resources: DemoResource[];
}

export interface Demo {
  gatewayUrl: string;
  adminUrl: string;
  adminToken: string;
  paymentsUrl: string;
  stripe: { url: string; secretKey: string; webhookSecret: string };
  mail: { url: string };
  bookingPageUrl: string;
  consoleUrl: string;
  postgresUrl: string;
  natsUrl: string;
  redisUrl: string;
  services: Record<string, { pid: number; healthUrl: string; publicUrl?: string; logFile: string }>;
  tenants: DemoTenant[];
}
