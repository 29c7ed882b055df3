import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MINUTES = 60_000;
const run = promisify(execFile);
const client = join(import.meta.dirname, '..');
let directory: string;
let packed: string;
let tarball: Uint8Array<ArrayBuffer>;
let project: string;
let environment: NodeJS.ProcessEnv;

/** The Node of the machine, which is older than the project's own and has npm beside it. */
const nodeOfMachine =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((path) => existsSync(path)) ?? process.execPath;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lodging-published-'));
  // Nothing of the machine's npm: no settings, no cache, no registry.
  environment = {
    PATH: `${dirname(nodeOfMachine)}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: directory,
    npm_config_cache: join(directory, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  packed = join(directory, 'package');
  await run(process.execPath, [join(client, 'build.ts'), packed]);
  const { stdout } = await run('npm', ['pack', '--json', packed], { cwd: directory, env: environment });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  tarball = new Uint8Array(await readFile(join(directory, filename)));
  project = join(directory, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `../${filename}`];
  await run('npm', install, { cwd: project, env: environment });
}, 3 * MINUTES);

afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a program of the project on the Node of the machine; its last line is JSON. */
async function runProgram(name: string, source: string): Promise<unknown> {
  await writeFile(join(project, name), source);
  const { stdout } = await run(nodeOfMachine, [join(project, name)], { env: environment });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** The one request of a client that reads a booking, and its answer. */
const READING = `
const seen = [];
const fetch = async (url, { headers }) => {
  seen.push(String(url), headers['user-agent'], headers.authorization);
  return new Response('{"id":"b1"}', { headers: { 'content-type': 'application/json', etag: '"v1"' } });
};
`;

describe('the package', () => {
  it('has no fault that publint knows', { timeout: MINUTES }, async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it('has types in every way of resolving modules', { timeout: MINUTES }, async () => {
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    expect(analysis.types).toEqual({ kind: 'included' });
    expect('problems' in analysis && analysis.problems).toEqual([]);
  });

  it('would be published without a warning', { timeout: MINUTES }, async () => {
    const requests: string[] = [];
    const registry = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(404).end('{}');
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const host = `//127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    await writeFile(join(directory, '.npmrc'), `registry=http:${host}\n${host}:_authToken=none\n`);
    const { stdout, stderr } = await run('npm', ['publish', '--dry-run', '--json', packed], {
      cwd: directory,
      env: environment,
    }).finally(() => registry.close());
    expect(stderr).not.toMatch(/warn|error/i);
    expect(stdout).toContain('"@lodging/client');
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('has a licence, a changelog, and maps that lead to sources in it', async () => {
    const files = globSync('**/*.map', { cwd: join(packed, 'lib') });
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const at = join(packed, 'lib', file);
      const { sources } = JSON.parse(await readFile(at, 'utf8')) as { sources: string[] };
      for (const source of sources) expect(existsSync(join(dirname(at), source)), source).toBe(true);
    }
    const installed = join(project, 'node_modules/@lodging/client');
    for (const name of ['LICENSE', 'CHANGELOG.md', 'README.md', 'src/index.ts'])
      expect(existsSync(join(installed, name)), name).toBe(true);
    const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
  });
});

describe('on the Node of the machine', () => {
  const [major] = nodeOfMachine === process.execPath ? [process.versions.node.split('.')[0]] : ['\\d+'];

  it.each([
    ['an ES module', 'reads.mjs', `import { Lodging } from '@lodging/client';`],
    ['a CommonJS module', 'reads.cjs', `const { Lodging } = require('@lodging/client');`],
  ])('%s reads a booking with settings of the environment', { timeout: MINUTES }, async (_, name, start) => {
    const program = `${start}${READING}
      process.env.LODGING_URL = 'https://api.example.com/v1/';
      process.env.LODGING_KEY = 'sk_test_x';
      const lodging = new Lodging({ fetch });
      lodging.bookings.get('b1').then(({ id }) =>
        console.log(JSON.stringify([id, lodging instanceof Lodging, ...seen])));`;
    expect(await runProgram(name, program)).toEqual([
      'b1',
      true,
      'https://api.example.com/v1/bookings/b1',
      expect.stringMatching(new RegExp(`^lodging-client/1\\.0\\.0 \\(node ${major}\\)$`)),
      'Bearer sk_test_x',
    ]);
  });

  it('two copies know each other’s errors and answers', { timeout: MINUTES }, async () => {
    const program = `
      import { createRequire } from 'node:module';
      import * as esm from '@lodging/client';
      ${READING}
      const cjs = createRequire(import.meta.url)('@lodging/client');
      const options = { baseUrl: 'https://api.example.com', fetch };
      const booking = await new cjs.Lodging(options).bookings.get('b1');
      const error = await new esm.Lodging(options).ping({ signal: AbortSignal.abort() }).catch((caught) => caught);
      console.log(JSON.stringify([
        esm.Lodging === cjs.Lodging,
        esm.responseInfo(booking)?.etag,
        [error instanceof esm.LodgingError, error instanceof cjs.LodgingError, error instanceof cjs.VerificationError],
        [error.code, error.stack.split('\\n')[0], cjs.LodgingError.name],
      ]));`;
    expect(await runProgram('copies.mjs', program)).toEqual([
      false,
      '"v1"',
      [true, true, false],
      ['aborted', 'LodgingError: aborted: The call was aborted.', 'LodgingError'],
    ]);
  });

  it('both kinds of module compile, with no check of types left out', { timeout: 2 * MINUTES }, async () => {
    const use = (start: string) => `${start}
      export async function arrivals(lodging: Lodging, params: BookingListParams): Promise<Booking[]> {
        const quote: Quote = await lodging.quotes.create({
          resourceId: 'r', from: '', to: '', partySize: 2, ratePlanId: null,
        });
        return quote.ratePlanId === null ? [] : lodging.bookings.list(params).all({ limit: 10 });
      }`;
    const names = 'Booking, BookingListParams, Lodging, Quote';
    await writeFile(join(project, 'a.mts'), use(`import type { ${names} } from '@lodging/client';`));
    await writeFile(join(project, 'a.cts'), use(`import type { ${names} } from '@lodging/client';`));
    const options = { module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true };
    const compilerOptions = {
      ...options,
      skipLibCheck: false,
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['a.mts', 'a.cts'] }),
    );
    const compiler = join(client, 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['-p', project]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
