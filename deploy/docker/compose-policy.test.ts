// Guards what every container is held to: pinned, bounded, confined, watched, and published on this machine alone.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SERVICES } from '@lodging/deploy-shared';
import { describe, expect, test } from 'vitest';
import { COMPOSE_FILES, readServices, repository } from './read-compose.ts';

const all = COMPOSE_FILES.flatMap((file) =>
  Object.entries(readServices(file)).map(([name, service]) => ({ name, file, service })),
);
const byName = new Map(all.map((entry) => [entry.name, entry.service]));
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

/** Their images hold one program, which cannot ask itself. */
const WITHOUT_A_SHELL = ['collector', 'tempo', 'loki', 'nats-exporter'];

const awaited = new Set(
  all.flatMap(({ service }) =>
    Object.entries(service.depends_on ?? {}).flatMap(([name, { condition }]) =>
      condition === 'service_completed_successfully' ? [name] : [],
    ),
  ),
);

test('every service of ours is there with its migrations before it', () => {
  for (const name of SERVICES) {
    expect(byName.get(name)?.build?.args).toEqual({ SERVICE: name, VERSION: version });
    expect(byName.get(`migrate-${name}`)?.image).toBe(byName.get(name)?.image);
    expect(byName.get(name)?.depends_on?.[`migrate-${name}`]?.condition).toBe(
      'service_completed_successfully',
    );
  }
});

describe.for(all)('$name', ({ name, file, service }) => {
  test('is one version of an image', () => {
    expect(service.image).toMatch(/^[a-z0-9./-]+:v?\d+\.\d+/);
    if (service.image.startsWith('lodging/')) expect(service.image.split(':')[1]).toBe(version);
  });

  test('is made here when it is ours, and never taken from a stranger who has the name', () => {
    expect(service.pull_policy === 'never').toBe(service.image.startsWith('lodging/'));
  });

  test('says what happens when it ends: steps are over, everything else begins again', () => {
    expect(service.restart).toBe(awaited.has(name) ? 'no' : 'unless-stopped');
  });

  test('is asked how it is, unless it is a step or has nothing to ask with', () => {
    const expected = awaited.has(name) || WITHOUT_A_SHELL.includes(name);
    expect(service.healthcheck?.disable === true).toBe(expected);
    if (!expected) expect(service.healthcheck?.test?.[0]).toBe('CMD');
  });

  test('is bounded in memory and logs', () => {
    expect(service.mem_limit).toMatch(/^\d+m$/);
    expect(service.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '3' });
  });

  test('may do nothing that it does not need', () => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
  });

  test('is reached from this machine alone', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
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
