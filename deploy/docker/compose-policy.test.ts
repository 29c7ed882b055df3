import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BESIDE_HEAP_MB, EMULATOR_FLAGS, HEAP_MB, NODE_FLAGS, SERVICES } from '@lodging/deploy-shared';
import { describe, expect, test } from 'vitest';
import { readServices, repository, STACKS } from './read-compose.ts';

const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

/** Their images have one program only, and so nothing for a health check. */
const WITHOUT_A_SHELL = ['collector', 'tempo', 'loki', 'nats-exporter'];

/** The only one that strangers reach. */
const PUBLIC_PORTS: Record<string, string[]> = { proxy: ['0.0.0.0:80:80', '0.0.0.0:443:443'] };

function read(files: readonly string[]) {
  const all = files.flatMap((file) =>
    Object.entries(readServices(file)).map(([name, service]) => ({ name, file, service })),
  );
  const byName = new Map(all.map((entry) => [entry.name, entry.service]));
  const awaited = new Set(
    all.flatMap(({ service }) =>
      Object.entries(service.depends_on ?? {}).flatMap(([name, { condition }]) =>
        condition === 'service_completed_successfully' ? [name] : [],
      ),
    ),
  );
  return { all, byName, awaited };
}

test('the emulators have the memory that they have locally', () => {
  const added = EMULATOR_FLAGS.filter((flag) => !NODE_FLAGS.includes(flag));
  const { emulators } = readServices('docker-compose.yml');
  expect(emulators?.command).toEqual(['node', ...added, expect.any(String), 'src/main.ts']);
});

describe.for(STACKS)('$stack', ({ files }) => {
  const { all, byName, awaited } = read(files);

  test('each service depends on its migrations', () => {
    for (const name of SERVICES) {
      expect(byName.get(name)?.build?.args).toEqual({ SERVICE: name, VERSION: version });
      expect(byName.get(`migrate-${name}`)?.image).toBe(byName.get(name)?.image);
      expect(byName.get(name)?.depends_on?.[`migrate-${name}`]?.condition).toBe(
        'service_completed_successfully',
      );
    }
  });

  test('the streams of the bus are kept without a request, by the one process that may create them', () => {
    const keeper = byName.get('provisioner');
    expect(keeper?.command?.at(-1)).toBe('keep-bus.ts');
    expect(keeper).not.toHaveProperty('profiles');
    expect(keeper?.depends_on).toEqual({ nats: { condition: 'service_healthy' } });
    const withItsPassword = all.filter(({ service }) =>
      service.volumes?.some((volume) => volume.startsWith('provisioner-settings:')),
    );
    expect(withItsPassword.map(({ name }) => name).toSorted()).toEqual(['provisioner', 'settings']);
  });

  test.for(SERVICES)('%s has the heap that it has locally, and memory for it', (name) => {
    const service = byName.get(name);
    expect(service?.command?.slice(0, 2)).toEqual(['node', `--max-old-space-size=${HEAP_MB[name]}`]);
    expect(Number.parseInt(service?.mem_limit ?? '', 10)).toBeGreaterThanOrEqual(
      HEAP_MB[name] + BESIDE_HEAP_MB,
    );
  });

  test('no two services publish the same port', () => {
    const published = all.flatMap(({ name, service }) =>
      (service.ports ?? []).map((port) => ({ name, port: port.split(':')[1] })),
    );
    const services = Map.groupBy(published, ({ port }) => port);
    expect([...services.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  describe.for(all)('$name', ({ name, file, service }) => {
    test('has an image with a fixed version', () => {
      expect(service.image).toMatch(/^[a-z0-9./-]+:v?\d+\.\d+/);
      if (service.image.startsWith('lodging/')) expect(service.image.split(':')[1]).toBe(version);
    });

    test('is built here when it is part of the product, and never pulled', () => {
      expect(service.pull_policy === 'never').toBe(service.image.startsWith('lodging/'));
    });

    test('has a restart policy: steps end, everything else is restarted', () => {
      expect(service.restart).toBe(awaited.has(name) ? 'no' : 'unless-stopped');
    });

    test('has a health check, unless it is a step or its image has no program for it', () => {
      const expected = awaited.has(name) || WITHOUT_A_SHELL.includes(name);
      expect(service.healthcheck?.disable === true).toBe(expected);
      if (!expected) expect(service.healthcheck?.test?.[0]).toBe('CMD');
    });

    test('has limits of memory and logs', () => {
      expect(service.mem_limit).toMatch(/^\d+m$/);
      expect(service.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '3' });
    });

    test('has no capabilities that it does not need', () => {
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
    });

    test('publishes ports on this machine only, unless it is the proxy', () => {
      if (name in PUBLIC_PORTS) expect(service.ports).toEqual(PUBLIC_PORTS[name]);
      else for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    });

    test('mounts files that exist and waits for services that exist', () => {
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.'))
          expect(existsSync(join(repository, dirname(file), source)), source).toBe(true);
      }
      for (const dependency of Object.keys(service.depends_on ?? {}))
        expect([...byName.keys()]).toContain(dependency);
    });
  });
});
