import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOCATOR, NODE_FLAGS, SERVICES } from '@lodging/deploy-shared';
import { expect, test } from 'vitest';
import { readServices, repository } from './read-compose.ts';

const text = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const root = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
const stages = new Map(
  text
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((stage) => [/^FROM \S+ AS (\S+)/.exec(stage)?.[1] ?? '', stage]),
);

test('base images are arguments with a fixed version', () => {
  const args = [...text.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name, image]) => [name, image]);
  expect(args.map(([name]) => name)).toEqual(['NODE_IMAGE', 'RUNTIME_IMAGE']);
  for (const [, image] of args) expect(image).toMatch(/:\d+/);
  expect(Object.fromEntries(args)['NODE_IMAGE']).toContain(`node:${root.devDependencies.node}-`);
});

test('every engine with BuildKit can build it: no flag needs a newer one, and no frontend is fetched', () => {
  // Before version 25 engines stop at --start-interval. Compose asks for it itself, where containers are awaited.
  expect(text).not.toMatch(/--start-interval|^# syntax=/m);
});

test('the package manager is that of the workspace', () => {
  expect(text).toContain(`ARG PNPM=${root.packageManager}\n`);
});

test('Node has the same flags and allocator as locally', () => {
  expect(text).toContain(`NODE_OPTIONS="${NODE_FLAGS.join(' ')}"`);
  for (const [name, value] of Object.entries(ALLOCATOR)) expect(text).toContain(`${name}=${value}`);
});

test.for(['bootstrap', 'emulators', 'service'])(
  '%s runs as a numeric user, has labels and a health check',
  (target) => {
    const stage = stages.get(target) ?? '';
    const users = [
      ...(stages.get('runtime') ?? '').matchAll(/^USER (\S+)$/gm),
      ...stage.matchAll(/^USER (\S+)$/gm),
    ];
    expect(users.at(-1)?.[1]).toBe('10001:10001');
    for (const label of ['title', 'description', 'licenses', 'version', 'revision']) {
      expect(stage).toContain(`org.opencontainers.image.${label}=`);
    }
    expect(stage).toMatch(/^HEALTHCHECK .*CMD \["(node|test)", /m);
    expect(stage).toContain(`ARG VERSION=${root.version}\n`);
  },
);

test('SERVICE_VERSION is the version of the label', () => {
  expect(stages.get('service')).toContain('ENV SERVICE_VERSION=${VERSION}\n');
});

test('only the image of the gateway has the pages of the console, which it serves', () => {
  expect(stages.get('gateway')).toMatch(
    /^FROM service AS gateway\nCOPY --from=console \/console \/console\n/,
  );
  expect(stages.get('gateway')).toContain('ENV CONSOLE_DIRECTORY=/console\n');
  const others = [...stages].filter(([name]) => !['console', 'console-pruned', 'gateway'].includes(name));
  for (const [name, stage] of others) expect(stage.includes('/console'), name).toBe(false);
  const targets = Object.values(readServices('docker-compose.yml')).flatMap(({ build }) =>
    build?.args?.['SERVICE'] === undefined ? [] : [[build.args['SERVICE'], build.target]],
  );
  for (const [service, target] of targets) expect(target).toBe(service === 'gateway' ? 'gateway' : 'service');
});

test('compose builds every image', () => {
  const built = Object.values(readServices('docker-compose.yml')).flatMap(({ build }) =>
    build === undefined ? [] : [build.args?.['SERVICE'] ?? build.target],
  );
  expect(new Set(built)).toEqual(new Set(['bootstrap', 'emulators', ...SERVICES]));
});
