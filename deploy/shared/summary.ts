import { styleText } from 'node:util';
import { bookingPageOf } from './demo-pages.ts';
import type { DemoFile } from './demo-file.ts';

interface SummaryText {
  /** The duration, such as `8.0 s`. */
  after: string;
  /** Further rows of the table of addresses. */
  places: [string, string][];
  /** The last line: how to stop. */
  ending: string;
}

export function summary(demo: DemoFile, { after, places, ending }: SummaryText): string {
  const rows: [string, string][] = [
    ['API', `${demo.gatewayUrl}/v1`],
    ['API reference', `${demo.gatewayUrl}/docs`],
    ['Admin API', `${demo.adminUrl}/admin/v1   (Bearer ${demo.adminToken})`],
    ['Provider notifications', `${demo.paymentsUrl}/webhooks/stripe`],
    ['Payment provider', demo.stripe.url],
    ['Mailbox', `${demo.mail.url}/api/v1/messages`],
    ['Postgres', demo.postgresUrl],
    ['NATS', demo.natsUrl],
    ['Redis', demo.redisUrl],
    ...consoleRow(demo),
    ...places,
  ];
  const tenants = demo.tenants.flatMap((tenant) => [
    '',
    `  ${styleText('bold', tenant.name)}`,
    ...table([
      ['secret key', tenant.secretKey],
      ['publishable key', tenant.publishableKey],
      ['sandbox secret key', tenant.testSecretKey],
      ['sandbox publishable key', tenant.testPublishableKey],
      ['booking page', bookingPageOf(demo, tenant)],
    ]),
  ]);
  return [
    '',
    styleText('bold', `Lodging is ready after ${after}.`),
    '',
    ...table(rows),
    ...tenants,
    '',
    '  Is the first resource free for two nights next month?',
    '',
    `  ${firstRequest(demo)}`,
    '',
    `  ${ending}`,
    '',
  ].join('\n');
}

/** With the operator of the front desk, who has most of the console to see. */
function consoleRow({ consoleUrl, tenants }: DemoFile): [string, string][] {
  const [operator] = tenants[0]?.operators ?? [];
  if (operator === undefined) return [];
  const login = `${operator.email} / ${operator.password}`;
  return [['Console', `${consoleUrl}   ${login}   (with Sandbox on, where the stays are)`]];
}

function table(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}

export function firstRequest(demo: DemoFile): string {
  const tenant = demo.tenants[0];
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const query = new URLSearchParams({
    resource_id: tenant?.resources[0]?.id ?? '',
    from: `${arrival.toString()}T15:00:00Z`,
    to: `${arrival.add({ days: 2 }).toString()}T10:00:00Z`,
    party_size: '2',
  });
  const path = `/v1/availability?${query.toString()}`;
  return `curl -s '${demo.gatewayUrl}${path}' -H 'Authorization: Bearer ${tenant?.secretKey ?? ''}'`;
}
