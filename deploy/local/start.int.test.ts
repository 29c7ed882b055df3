import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstRequest } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { isAlive } from '@lodging/kit-testing/servers';
import { eventually } from '@lodging/kit-testing';
import { afterAll, expect, test } from 'vitest';
import { expectScraped } from './testing/scraped.ts';

const home = mkdtempSync(join(tmpdir(), 'lodging-start-'));
const demoFile = join(home, 'demo.json');
const started: Start[] = [];

interface Start {
  child: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
}

function start(): Start {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, LODGING_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const one = { child, output: () => output, exited };
  started.push(one);
  return one;
}

async function ready({ child, output }: Start): Promise<DemoFile> {
  return eventually(
    'demo.json is written',
    () => {
      if (child.exitCode !== null) throw new Error(output());
      return existsSync(demoFile) && readDemo();
    },
    { withinMs: 90_000 },
  );
}

function readDemo(): DemoFile {
  return JSON.parse(readFileSync(demoFile, 'utf8'));
}

function processIds({ services }: DemoFile): number[] {
  return Object.values(services).map(({ pid }) => pid);
}

async function resourcesOf(gatewayUrl: string, key: string): Promise<{ photoUrls: string[] }[]> {
  const response = await fetch(`${gatewayUrl}/v1/resources?limit=100`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { resources } = (await response.json()) as { resources: { photoUrls: string[] }[] };
  return resources;
}

async function signsIn(gatewayUrl: string, body: object): Promise<boolean> {
  const response = await fetch(`${gatewayUrl}/v1/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gatewayUrl },
    body: JSON.stringify(body),
  });
  return response.status === 201;
}

/** The port of the booking page, which serves the photos, may be another one at each start. */
async function expectPhotosServed({ gatewayUrl, bookingPageUrl, tenants }: DemoFile): Promise<void> {
  for (const key of tenants.flatMap(({ secretKey, testSecretKey }) => [secretKey, testSecretKey])) {
    const photos = (await resourcesOf(gatewayUrl, key)).flatMap(({ photoUrls }) => photoUrls);
    expect(new Set(photos.map((url) => new URL(url).origin))).toEqual(new Set([bookingPageUrl]));
    expect(await isReachable(photos[0] ?? '')).toBe(true);
  }
}

async function isReachable(url: string): Promise<boolean> {
  return (await fetch(url)).ok;
}

afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGTERM');
    await exited;
  }
  rmSync(home, { recursive: true, force: true });
});

test(
  'first start, restart of a killed service, stop, second start, end of the parent process',
  { timeout: 240_000 },
  async () => {
    const first = start();
    const demo = await ready(first);

    // The demo file is complete and readable by its owner only.
    expect(statSync(demoFile).mode & 0o777).toBe(0o600);
    expect(Object.keys(demo.services).toSorted()).toEqual([
      'channels',
      'gateway',
      'inventory',
      'notifications',
      'payments',
      'reservations',
    ]);
    for (const { healthUrl } of Object.values(demo.services))
      expect(await isReachable(`${healthUrl}/readyz`)).toBe(true);
    expect(demo.tenants).toHaveLength(2);
    for (const { resources, operators, testSecretKey, ...tenant } of demo.tenants) {
      expect(new Set(operators.map(({ role }) => role))).toEqual(
        new Set(['admin', 'manager', 'front_desk', 'viewer']),
      );
      for (const { email, password } of operators)
        expect(await signsIn(demo.gatewayUrl, { email, password })).toBe(true);
      expect(Object.keys(tenant).toSorted()).toEqual([
        'accountId',
        'id',
        'name',
        'publishableKey',
        'sandboxId',
        'secretKey',
        'testPublishableKey',
      ]);
      expect(resources.length).toBeGreaterThanOrEqual(6);
      expect(await resourcesOf(demo.gatewayUrl, testSecretKey)).toHaveLength(resources.length);
      expect(new Set(resources.map(({ kind }) => kind))).toEqual(
        new Set(['hotel_room', 'apartment', 'villa', 'generic']),
      );
    }

    await expectPhotosServed(demo);

    // The printed request works as printed.
    const [, url = '', header = ''] = /curl -s '([^']+)' -H '([^']+)'/.exec(firstRequest(demo)) ?? [];
    const [name = '', value = ''] = header.split(': ');
    const response = await fetch(url, { headers: { [name]: value } });
    expect(await response.json()).toMatchObject({ available: true, reasons: [] });

    // A second start in the same directory is refused.
    const second = start();
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('already running');

    // A killed service is restarted, and the file has its new process id.
    const before = demo.services['inventory']?.pid ?? 0;
    process.kill(before, 'SIGKILL');
    const back = await eventually('inventory runs again', () => {
      const now = readDemo().services['inventory'];
      return now !== undefined && now.pid !== before && now;
    });
    await eventually('inventory is ready again', () => isReachable(`${back.healthUrl}/readyz`), {
      withinMs: 5_000,
    });

    // A clean stop.
    const running = readDemo();
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(processIds(running).filter(isAlive)).toEqual([]);
    expect(existsSync(demoFile)).toBe(false);

    // The next start has the same tenants and keys.
    const third = start();
    const again = await ready(third);
    expect(again.tenants).toEqual(demo.tenants);
    expect(again.adminToken).toBe(demo.adminToken);

    await expectPhotosServed(again);

    // Prometheus reads the metrics of all services.
    await expectScraped(again);

    // When the parent process is killed, everything stops.
    third.child.kill('SIGKILL');
    await eventually('all processes have ended', () => processIds(again).filter(isAlive).length === 0, {
      withinMs: 30_000,
    });
    const port = Number(new URL(again.redisUrl).port);
    await eventually('the servers have stopped', () =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => false,
        (error: Error) => String(error.cause).includes('ECONNREFUSED'),
      ),
    );
  },
);
