import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export const repository = resolve(import.meta.dirname, '..', '..');
export const COMPOSE_FILES = ['docker-compose.yml', 'deploy/docker/observability.compose.yaml'];
export const SMALL_FILE = 'deploy/docker/small/compose.yaml';

/** What each way of running is made of. */
export const STACKS = [
  { stack: 'the demo', files: COMPOSE_FILES },
  { stack: 'the small profile', files: [SMALL_FILE] },
];

/** The settings that the operator of the small profile must provide. */
export const EXAMPLE_SETTINGS = Object.fromEntries(
  Object.entries(parseEnv(readFileSync(join(repository, 'deploy/docker/small/example.env'), 'utf8'))).map(
    ([name, value]) => [name, value ?? ''],
  ),
);

interface Health {
  test?: string[];
  disable?: boolean;
}

export interface ComposeService {
  image: string;
  pull_policy?: string;
  build?: { context?: string; dockerfile?: string; target?: string; args?: Record<string, string> };
  command?: string[];
  environment?: Record<string, unknown>;
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  profiles?: string[];
  restart?: string;
  mem_limit?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { driver: string; options: Record<string, string> };
  healthcheck?: Health;
}

/** With the default of each variable, and with the example's value of one that is required. */
export function readServices(file: string): Record<string, ComposeService> {
  const text = readFileSync(join(repository, file), 'utf8')
    .replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1')
    .replaceAll(/\$\{([A-Z_]+):\?[^}]*\}/g, (_, name: string) =>
      JSON.stringify(EXAMPLE_SETTINGS[name] ?? ''),
    );
  const { services }: { services: Record<string, ComposeService> } = parse(text, { merge: true });
  return services;
}
