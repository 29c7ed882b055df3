import { freePort, isPortFree } from '@lodging/kit-testing/servers';
import { claimPort } from './claim-port.ts';

export interface Ports {
  gateway: number;
  admin: number;
  payments: number;
  stripe: number;
  mailSmtp: number;
  mailHttp: number;
  bookingPage: number;
  postgres: number;
  nats: number;
  redis: number;
  health: (service: string) => number;
}

/** A port set in the environment is not replaced: it is an error when it is in use. */
const DEFAULTS: { name: keyof Omit<Ports, 'health'>; port: number; setting: string }[] = [
  { name: 'gateway', port: 8080, setting: 'PORT' },
  { name: 'admin', port: 8081, setting: 'ADMIN_PORT' },
  { name: 'payments', port: 8083, setting: 'WEBHOOK_PORT' },
  { name: 'stripe', port: 12111, setting: 'STRIPE_EMULATOR_PORT' },
  { name: 'mailSmtp', port: 1025, setting: 'MAIL_SMTP_PORT' },
  { name: 'mailHttp', port: 8025, setting: 'MAIL_HTTP_PORT' },
  { name: 'bookingPage', port: 3000, setting: 'BOOKING_PAGE_PORT' },
  { name: 'postgres', port: 5432, setting: 'POSTGRES_PORT' },
  { name: 'nats', port: 4222, setting: 'NATS_PORT' },
  { name: 'redis', port: 6379, setting: 'REDIS_PORT' },
];

export async function choosePorts(services: string[], environment: NodeJS.ProcessEnv): Promise<Ports> {
  const ports = new Map<string, number>();
  for (const { name, port, setting } of DEFAULTS) {
    const requested = requestedPort(setting, environment[setting]);
    if (requested !== undefined && !(await claimIfFree(requested)))
      throw new Error(`Port ${requested} (${setting}) is in use.`);
    ports.set(name, requested ?? ((await claimIfFree(port)) ? port : await unusedPort()));
  }
  for (const service of services) ports.set(`health of ${service}`, await unusedPort());
  const port = (name: string): number => ports.get(name) ?? 0;
  return {
    gateway: port('gateway'),
    admin: port('admin'),
    payments: port('payments'),
    stripe: port('stripe'),
    mailSmtp: port('mailSmtp'),
    mailHttp: port('mailHttp'),
    bookingPage: port('bookingPage'),
    postgres: port('postgres'),
    nats: port('nats'),
    redis: port('redis'),
    health: (service) => port(`health of ${service}`),
  };
}

function requestedPort(setting: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${setting} is not a port: ${text}`);
  return port;
}

async function claimIfFree(port: number): Promise<boolean> {
  return (await isPortFree(port)) && claimPort(port);
}

export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (claimPort(port)) return port;
  }
}
