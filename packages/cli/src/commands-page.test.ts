import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandDeps, runCommand } from '../test/run-command.ts';
import { TENANT, TENANT_ID as ID, useAdminApi } from '../test/use-admin-api.ts';
import { exitCodes } from './exit-codes.ts';
import { buildProgram } from './program.ts';

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');
const page = readFileSync(join(docs, 'command-line.md'), 'utf8');
const adminApi = readFileSync(join(docs, 'admin-api.md'), 'utf8');

interface Row {
  readonly command: string;
  readonly confirms: boolean;
  readonly requests: readonly string[];
  readonly entry: string;
}

/** `| a | b |` of the tables below a heading, backticks left out. */
function cellsUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
}

const changing: Row[] = cellsUnder('Commands that change').map(
  ([, command = '', confirms, request = '', , entry = '']) => ({
    command,
    confirms: confirms === 'yes',
    requests: [request],
    entry,
  }),
);
const reading: Row[] = cellsUnder('Commands that only read').map(([, command = '', requests = '']) => ({
  command,
  confirms: false,
  requests: requests.split(', '),
  entry: '',
}));
const ofClusters = cellsUnder('Commands of a cluster').map(([, command = '']) => command);
const rows = [...changing, ...reading];

const sent: string[] = [];
/** Knows one tenant and its empty lists, and refuses the rest, so that a command goes as far as its own request. */
const api = useAdminApi(({ method, path }) => {
  sent.push(`${method} ${path.replace('/admin/v1', '')}`);
  if (method === 'GET' && /^\/v1\/(blocks|resources\/)/.test(path)) return [200, { nextCursor: null }];
  const known = method === 'GET' && path === `/admin/v1/tenants/${ID}`;
  return known ? [200, TENANT] : [404, { code: 'not_found', detail: 'No.' }];
});
const directory = mkdtempSync(join(tmpdir(), 'lodging-cli-'));
const setUp = join(directory, 'set-up.json');

beforeAll(() => {
  const rules = [{ code: 'flex' }];
  const resources = [{ resource: ID, ratePlans: rules, pricing: [{ ratePlanCode: 'flex' }] }];
  const blocks = [{ resource: ID, from: '2027-05-03', to: '2027-05-05', kind: 'other' }];
  writeFileSync(setUp, JSON.stringify({ cancellationPolicies: rules, taxRules: rules, resources, blocks }));
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const leavesOf = (command: Command, path: string[] = []): [string, Command][] =>
  command.commands.flatMap((one) =>
    one.commands.length > 0
      ? leavesOf(one, [...path, one.name()])
      : [[[...path, one.name()].join(' '), one] as [string, Command]],
  );
const leaves = new Map(leavesOf(buildProgram(commandDeps())));

/** An argument or option that any command takes; more where the command does nothing without. */
const VALUES: Readonly<Record<string, string>> = {
  file: setUp,
  pairs: 'EUR/USD=1.1',
  arrival: '2027-05-03',
  departure: '2027-05-05',
  email: 'ada@example.com',
  from: '2026-12-01T00:00:00Z',
  since: '2026-12-01T00:00:00Z',
};
const MORE: Readonly<Record<string, readonly string[]>> = {
  'operators create': ['--password-file', '-'],
  'operators update': ['--role', 'viewer'],
  'operators set-password': ['--password-file', '-'],
};

function argumentsOf(name: string): string[] {
  const command = leaves.get(name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const values = command.registeredArguments.map((argument) => VALUES[argument.name()] ?? ID);
  const required = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap((option) => [option.long ?? '', VALUES[option.attributeName()] ?? 'word']);
  return [...name.split(' '), ...values, ...required, ...(MORE[name] ?? [])];
}

async function requestsOf(name: string, ...flags: string[]): Promise<{ code: number; requests: string[] }> {
  sent.length = 0;
  const { code } = await runCommand([...argumentsOf(name), '--timeout', '5', ...flags], {
    env: { ...api.env, LODGING_API_URL: api.url, LODGING_SECRET_KEY: 'sk_x' },
    cwd: directory,
    stdin: 'a-long-enough-password',
  });
  return { code, requests: [...sent] };
}

/** `{id}` stands for any one part of a path. */
const fits = (request: string, template: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(request);
const looksUpTheTenant = (request: string): boolean => request === `GET /tenants/${ID}`;

describe('docs/command-line.md', () => {
  it('names every command once, and none that is not there', () => {
    const named = [...rows.map(({ command }) => command), ...ofClusters];
    expect(named.toSorted()).toEqual([...leaves.keys()].toSorted());
  });

  it('has a command for every route of the admin API', () => {
    const routes = [...adminApi.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)[^`]*` \| \d+ \|/gm)];
    const named = rows.flatMap(({ requests }) => requests).filter((request) => !request.includes(' /v1/'));
    expect(routes.map(([, route]) => route ?? '').filter((route) => !named.includes(route))).toEqual([]);
    expect(routes.length).toBeGreaterThan(30);
  });

  it('names the audit entry of every change that the admin API makes', () => {
    const actions = [...adminApi.matchAll(/`([a-z_]+\.[a-z_]+)`(?=[^|\n]*\| admin API \|)/g)].map(
      ([, action]) => action ?? '',
    );
    expect(changing.flatMap(({ entry }) => entry || []).toSorted()).toEqual(actions.toSorted());
  });

  it.for(changing)('$command sends its one request, and nothing else that changes anything', async (row) => {
    const { requests } = await requestsOf(row.command, '--yes');
    const changes = requests.filter((request) => !request.startsWith('GET '));
    expect(changes).toHaveLength(1);
    expect(fits(changes[0] ?? '', row.requests[0] ?? ''), changes.join()).toBe(true);
  });

  it.for(changing)(
    '$command needs a confirmation, or does not, as the page says',
    async ({ command, confirms }) => {
      const { code, requests } = await requestsOf(command);
      const changes = requests.filter((request) => !request.startsWith('GET '));
      expect({ confirmed: code === exitCodes.usage, changes: changes.length }).toEqual(
        confirms ? { confirmed: true, changes: 0 } : { confirmed: false, changes: 1 },
      );
    },
  );

  it.for(reading)('$command only reads, and what the page says', async (row) => {
    const { code, requests } = await requestsOf(row.command);
    expect(code, 'understood').not.toBe(exitCodes.usage);
    const own = requests.filter((request) => !looksUpTheTenant(request));
    const documented = row.requests.includes('GET /tenants/{id}') ? requests : own;
    expect(documented.length).toBeGreaterThan(0);
    expect(documented.filter((one) => !row.requests.some((template) => fits(one, template)))).toEqual([]);
  });
});
