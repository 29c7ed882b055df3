import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLE_SETTINGS, readServices, SMALL_FILE, repository } from '../read-compose.ts';

const text = readFileSync(join(repository, SMALL_FILE), 'utf8');
const services = Object.entries(readServices(SMALL_FILE));
const isStep = ([, { restart }]: (typeof services)[number]): boolean => restart === 'no';
const steps = services.filter(isStep);
const servers = services.filter((service) => !isStep(service));

/** Of a machine of 4 GB: the rest is for the system, the engine and files in its cache. */
const MOST_MEMORY_MB = 3_200;

test('servers and the largest step fit into the memory of the machine', () => {
  const megabytes = (of: typeof services) =>
    of.map(([, { mem_limit: limit = '' }]) => Number.parseInt(limit, 10));
  const sum = megabytes(servers).reduce((total, one) => total + one, 0);
  expect(sum + Math.max(...megabytes(steps))).toBeLessThanOrEqual(MOST_MEMORY_MB);
});

test('steps run one at a time: each waits for all that come before it', () => {
  const byName = new Map(services);
  const before = (name: string): Set<string> => {
    const direct = Object.keys(byName.get(name)?.depends_on ?? {});
    return new Set([...direct, ...direct.flatMap((other) => [...before(other)])]);
  };
  const names = steps.map(([name]) => name);
  for (const [position, name] of names.entries())
    expect([...before(name)].filter((other) => names.includes(other)).toSorted(), name).toEqual(
      names.slice(0, position).toSorted(),
    );
});

test('nothing of the demo and of development is part of it', () => {
  expect(services.map(([name]) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/demo|emulators|mail/)]),
  );
  for (const [name, { image, environment = {} }] of services) {
    expect(image, name).not.toMatch(/emulators|mailpit/);
    expect(Object.keys(environment), name).not.toContain('STRIPE_API_URL');
    expect(Object.keys(environment).join(), name).not.toContain('ALLOW_LOCALHOST');
  }
});

test('database, bus and counters publish no port', () => {
  for (const name of ['postgres', 'nats', 'valkey'])
    expect(Object.fromEntries(services)[name]).not.toHaveProperty('ports');
});

test('the example has what must be set, and nothing else', () => {
  const required = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
  expect(Object.keys(EXAMPLE_SETTINGS).toSorted()).toEqual([...new Set(required)].toSorted());
});

test('the gateway trusts the addresses of its own network alone', () => {
  const networks = text.slice(text.indexOf('\nnetworks:'));
  const trusted = Object.fromEntries(services)['gateway']?.environment?.['TRUSTED_PROXIES'];
  expect(networks).toContain(`- subnet: \${SUBNET:-${String(trusted)}}`);
});

test('the proxy has one site, and forwards the notifications of the provider to payments', () => {
  const file = readFileSync(join(import.meta.dirname, 'Caddyfile'), 'utf8');
  expect(file).toContain('{$PUBLIC_URL} {');
  expect(file).toMatch(/handle \/webhooks\/stripe \{\s+reverse_proxy payments:8083\s+\}/);
  expect(file).toMatch(/handle \{\s+reverse_proxy gateway:8080\s+\}/);
  // The admin API is for this machine only.
  expect(file).not.toContain('8081');
});

test('what is written to memory and discarded can be written by the user of the image', () => {
  const [, user] =
    /USER (\d+:\d+)/.exec(readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8')) ?? [];
  const [uid, gid] = (user ?? '').split(':');
  const discarded = (services.find(([name]) => name === 'settings')?.[1].tmpfs ?? []).filter(
    (path) => path !== '/tmp',
  );
  expect(discarded.length).toBeGreaterThan(0);
  for (const path of discarded) expect(path).toMatch(new RegExp(`:uid=${uid},gid=${gid}$`));
});
