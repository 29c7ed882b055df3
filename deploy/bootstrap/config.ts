import { natsSettings, setting } from '@lodging/kit-runtime';
import { SERVICES } from '@lodging/deploy-shared';
import type { Login, ServiceName } from '@lodging/deploy-shared';
import { z } from 'zod';

/** `POSTGRES_PASSWORD_GATEWAY_OWNER`, `POSTGRES_PASSWORD_GATEWAY_APP`, `POSTGRES_PASSWORD_GATEWAY_APP_B`, and so on. */
export function passwordVariable(service: ServiceName, role: Login): string {
  return `POSTGRES_PASSWORD_${service}_${role}`.toUpperCase();
}

const passwords = SERVICES.flatMap((service) => [
  passwordVariable(service, 'owner'),
  passwordVariable(service, 'app'),
  passwordVariable(service, 'app_b'),
]);

export const provisionSettings = z.object({
  /** The address of a superuser, who creates roles and restricts their attributes. */
  POSTGRES_ADMIN_URL: setting.url(),
  ...Object.fromEntries(passwords.map((name) => [name, setting.secret(8)])),
});

export const busSettings = z.object({
  /** With the user who creates streams and consumers. */
  ...natsSettings,
  /** Copies of each event in the NATS cluster: 1 on a single server, 3 where events must survive the loss of one. */
  STREAM_REPLICAS: setting.integer(1),
});

export const demoSettings = z.object({
  /** The addresses of the gateway as this program reaches it. */
  GATEWAY_URL: setting.url('http://gateway:8080'),
  ADMIN_URL: setting.url('http://gateway:8081'),
  ADMIN_TOKEN: setting.secret(32),
  STRIPE_TEST_SECRET_KEY: setting.secret(),
  STRIPE_WEBHOOK_SECRETS: setting.secret(),
  POSTGRES_ADMIN_URL: setting.url(),
  NATS_URL: setting.url(),
  /** Host and ports as the reader of demo.json reaches them. */
  PUBLIC_HOST: setting.text('127.0.0.1'),
  PORT: setting.port(8080),
  ADMIN_PORT: setting.port(8081),
  WEBHOOK_PORT: setting.port(8083),
  STRIPE_EMULATOR_PORT: setting.port(12_111),
  MAIL_HTTP_PORT: setting.port(8025),
  BOOKING_PAGE_PORT: setting.port(3000),
  POSTGRES_PORT: setting.port(5432),
  NATS_PORT: setting.port(4222),
  REDIS_PORT: setting.port(6379),
  /** Holds demo.json and the keys that later starts reuse. */
  DEMO_DIRECTORY: setting.text('/demo'),
});
export type DemoSettings = z.infer<typeof demoSettings>;
