import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const repository = resolve(import.meta.dirname, '..', '..');
export const COMPOSE_FILES = ['docker-compose.yml', 'deploy/docker/observability.compose.yaml'];

interface Health {
  test?: string[];
  disable?: boolean;
}

export interface ComposeService {
  image: string;
  pull_policy?: string;
  build?: { target?: string; args?: Record<string, string> };
  command?: string[];
  environment?: Record<string, unknown>;
  ports?: string[];
  volumes?: string[];
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

export function readServices(file: string): Record<string, ComposeService> {
  const text = readFileSync(join(repository, file), 'utf8');
  const defaults = text.replaceAll(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1');
  const { services }: { services: Record<string, ComposeService> } = parse(defaults, { merge: true });
  return services;
}
