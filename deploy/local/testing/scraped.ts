import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoFile } from '@lodging/deploy-shared';
import { findPrograms, startPrometheus } from '@lodging/kit-testing/servers';
import { eventually } from '@lodging/kit-testing';
import { expect } from 'vitest';

/** The semantic conventions give this name, and promtool warns of it. */
const EXPECTED_WARNING = /^db_client_connection_count .*"_count" suffix$/;

export async function expectScraped({ services }: Pick<DemoFile, 'services'>): Promise<void> {
  const { prometheus } = await findPrograms({ installMissing: true, only: ['prometheus'] });
  const names = Object.keys(services).toSorted();
  for (const name of names) await expectLinted(prometheus.promtool, name, services[name]?.healthUrl ?? '');

  const directory = mkdtempSync(join(tmpdir(), 'lodging-prometheus-'));
  const targets = Object.fromEntries(
    Object.entries(services).map(([name, { healthUrl }]) => [name, new URL(healthUrl).host]),
  );
  const server = await startPrometheus({ directory, targets, program: prometheus.prometheus });
  try {
    const query = (expression: string) => servicesIn(server.url, expression);
    await eventually('Prometheus has read all services', async () => (await query('up == 1')).length === 6, {
      withinMs: 20_000,
    });
    expect(await query('sum by (service_name) (lodging_build_info)')).toEqual(names);
    expect(
      await query(
        'histogram_quantile(0.99, sum by (le, service_name) (db_client_operation_duration_seconds_bucket))',
      ),
    ).toEqual(names);
    expect(await query('sum by (service_name) (http_server_request_duration_seconds_count)')).toContain(
      'gateway',
    );
    expect(await query('max by (service_name) (lodging_outbox_lag_seconds)')).toEqual([
      'inventory',
      'payments',
      'reservations',
    ]);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function expectLinted(promtool: string, name: string, healthUrl: string): Promise<void> {
  const text = await (await fetch(`${healthUrl}/metrics`)).text();
  const { stderr, stdout } = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' });
  const warnings = `${stderr}${stdout}`
    .split('\n')
    .filter((line) => line !== '' && !EXPECTED_WARNING.test(line));
  expect(warnings, `promtool check metrics of ${name}`).toEqual([]);
}

/** The label that identifies the service: `service_name`, else `job`. */
async function servicesIn(url: string, query: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
  const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } };
  return data.result.map(({ metric }) => metric['service_name'] ?? metric['job'] ?? '').toSorted();
}
