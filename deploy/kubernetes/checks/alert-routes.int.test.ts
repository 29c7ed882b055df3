import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAlertmanager } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { RECEIVERS_SECRET } from '../observability-files.ts';
import { kubernetesDirectory, renderOverlay } from './render-overlay.ts';

const values = z
  .object({
    alertmanager: z.object({
      config: z.object({
        receivers: z.array(
          z.object({
            name: z.string(),
            webhook_configs: z.array(z.looseObject({ url_file: z.string() })),
          }),
        ),
        route: z.unknown(),
        inhibit_rules: z.unknown(),
      }),
      alertmanagerSpec: z.object({ secrets: z.array(z.string()) }),
    }),
  })
  .parse(parse(readFileSync(join(kubernetesDirectory, 'data/prometheus/values.yaml'), 'utf8')));
const { config, alertmanagerSpec } = values.alertmanager;

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-routes-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Older servers than that of the chart read no address from a file. */
function withAddresses(): string {
  const receivers = config.receivers.map(({ name, webhook_configs: webhooks }) => ({
    name,
    webhook_configs: webhooks.map(({ url_file: _file, ...rest }) => ({
      ...rest,
      url: 'http://127.0.0.1:9/',
    })),
  }));
  return stringify({ ...config, receivers });
}

const states = z.array(
  z.object({
    labels: z.record(z.string(), z.string()),
    receivers: z.array(z.object({ name: z.string() })),
  }),
);

it('sends a page to the pager, a ticket to the tickets, and the heartbeat outside, in a cluster too', async () => {
  const server = await startAlertmanager({ directory, config: withAddresses() });
  try {
    const alerts = [
      { alertname: 'TestPage', severity: 'page' },
      { alertname: 'TestTicket', severity: 'ticket' },
      { alertname: 'Watchdog', severity: 'none' },
    ];
    const posted = await fetch(`${server.url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alerts.map((labels) => ({ labels }))),
    });
    expect(posted.status).toBe(200);
    await expect
      .poll(
        async () => {
          const seen = states.parse(await (await fetch(`${server.url}/api/v2/alerts`)).json());
          return Object.fromEntries(
            seen.map(({ labels, receivers }) => [labels['alertname'], receivers.map(({ name }) => name)]),
          );
        },
        { timeout: 20_000 },
      )
      .toEqual({ TestPage: ['pager'], TestTicket: ['tickets'], Watchdog: ['heartbeat'] });
  } finally {
    await server.stop();
  }
});

it('has the address of each receiver from the Secret that Alertmanager mounts and the overlay makes', async () => {
  expect(alertmanagerSpec.secrets).toEqual([RECEIVERS_SECRET]);
  const files = config.receivers.flatMap(({ name, webhook_configs: webhooks }) =>
    webhooks.map(({ url_file: file }) => [name, file]),
  );
  expect(files).toEqual(
    ['pager', 'tickets', 'chat', 'heartbeat'].map((name) => [
      name,
      `/etc/alertmanager/secrets/${RECEIVERS_SECRET}/${name}`,
    ]),
  );
  const objects = await renderOverlay('overlays/production/observability');
  const secrets = objects.filter(({ kind }) => kind === 'ExternalSecret').map(({ metadata }) => metadata);
  expect(secrets).toMatchObject([{ name: RECEIVERS_SECRET, namespace: 'observability' }]);
});
