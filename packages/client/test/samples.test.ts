import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CLIENT_METHODS } from '../../../services/gateway/src/inbound/document/samples/client-methods.ts';
import { Lodging } from '../src/index.ts';
import { productDocument } from './product-document.ts';

const run = promisify(execFile);
const MINUTES = 60_000;
const BASE_URL = 'https://api.lodging.example';
const client = join(import.meta.dirname, '..');
const document = productDocument();

interface Sampled {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly samples: Readonly<Record<string, string>>;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): Sampled => {
    const samples = (operation['x-codeSamples'] ?? []) as { lang: string; source: string }[];
    return {
      operationId: String(operation['operationId']),
      method: method.toUpperCase(),
      path,
      samples: Object.fromEntries(samples.map(({ lang, source }) => [lang, source])),
    };
  }),
);
const cases = operations.map((operation) => [operation.operationId, operation] as const);

interface Sent {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Runs the TypeScript of a sample, and returns the one request that it sends. */
async function requestOf(source: string): Promise<Sent> {
  const sent: Sent[] = [];
  const fetch = (url: unknown, { method, headers, body }: RequestInit = {}) => {
    sent.push({ method, url: String(url), headers: new Headers(headers), body: parsed(body) });
    return Promise.resolve(Response.json({ items: [] }));
  };
  class Sampling extends Lodging {
    constructor(options: object) {
      super({ key: 'sk_test_x', ...options, baseUrl: BASE_URL, fetch });
    }
  }
  const body = stripTypeScriptTypes(source.replace(/^import .*\n/, ''));
  const AsyncFunction = async function () {}.constructor as new (
    ...args: string[]
  ) => (Kind: typeof Sampling) => Promise<unknown>;
  // A list refuses the empty answer, after its request.
  await new AsyncFunction('Lodging', body)(Sampling).catch((error: { code?: string }) => {
    if (error.code !== 'unexpected_response') throw error;
  });
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
}

function parsed(body: unknown): unknown {
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

/** Runs curl of a sample with a shell in which `curl` prints its arguments. */
async function argumentsOf(source: string): Promise<string[]> {
  const script = `curl() { printf '%s\\0' "$@"; }; uuidgen() { echo a-uuid; }\n${source}`;
  const { stdout } = await run('bash', ['-euc', script], {
    env: { LODGING_URL: BASE_URL, LODGING_KEY: 'sk_test_x', OPERATOR_TOKEN: 'os_x', GUEST_TOKEN: 'guest_x' },
  });
  return stdout.split('\0').slice(0, -1);
}

function optionsOf(args: readonly string[]) {
  const valuesOf = (name: string) => args.flatMap((arg, index) => (args[index - 1] === name ? [arg] : []));
  const headers = new Headers(valuesOf('-H').map((line) => line.split(': ', 2) as [string, string]));
  const [body] = valuesOf('-d');
  const [method = body === undefined ? 'GET' : 'POST'] = valuesOf('-X');
  return { method, headers, body: parsed(body), url: args.find((arg) => arg.startsWith('https://')) };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${BASE_URL}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?{}]+')}(\\?.*)?$`);
}

describe('the samples of the API document', () => {
  it('are one for curl and one for TypeScript at each operation', () => {
    expect(operations.length).toBeGreaterThan(70);
    for (const { operationId, samples } of operations)
      expect(Object.keys(samples), operationId).toEqual(['curl', 'TypeScript']);
    expect(Object.keys(CLIENT_METHODS).toSorted()).toEqual(cases.map(([id]) => id).toSorted());
  });

  it.each(cases)('send the request of %s, the same with both', async (_id, { method, path, samples }) => {
    const byClient = await requestOf(samples['TypeScript'] ?? '');
    expect(byClient.url).toMatch(patternOf(path));
    expect(byClient.method).toBe(method);
    const byCurl = optionsOf(await argumentsOf(samples['curl'] ?? ''));
    expect(byCurl.method).toBe(method);
    const [plain, encoded] = [String(byCurl.url), byClient.url].map((url) => new URL(url).href);
    expect(decodeURIComponent(plain ?? '')).toBe(decodeURIComponent(encoded ?? ''));
    expect(byCurl.body).toEqual(byClient.body);
    expect(byCurl.headers.has('idempotency-key')).toBe(byClient.headers.has('idempotency-key'));
    expect(byCurl.headers.has('content-type')).toBe(byClient.body !== undefined);
  });

  it('compile with the types of the client', { timeout: 2 * MINUTES }, async () => {
    // Within the package, so that modules resolve as for its tests.
    await mkdir(join(client, 'node_modules/.cache'), { recursive: true });
    const directory = await mkdtemp(join(client, 'node_modules/.cache/samples-'));
    try {
      for (const { operationId, samples } of operations)
        await writeFile(join(directory, `${operationId}.ts`), samples['TypeScript'] ?? '');
      const compilerOptions = {
        noEmit: true,
        noUnusedLocals: false,
        allowImportingTsExtensions: true,
        erasableSyntaxOnly: false,
        types: ['node'],
        paths: { '@lodging/client': [join(client, 'src/index.ts')] },
      };
      const config = {
        extends: join(client, 'tsconfig.json'),
        compilerOptions,
        include: ['*.ts'],
        exclude: [],
      };
      await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config));
      const compiler = join(client, 'node_modules/.bin/tsc');
      const { stdout } = await run(compiler, ['-p', directory]).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
