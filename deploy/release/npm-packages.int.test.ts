import { execFile, spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNpmPackage, NPM_PACKAGES, publishPackages } from './npm-packages.ts';
import { repository } from './pnpm.ts';

const MINUTES = 60_000;
const run = promisify(execFile);
const PROGRAMS = ['emulators', 'mcp'] as const;
const PAGE = 'https://host.example/owner/name';
let directory: string;
let environment: Record<string, string>;

/** The Node of the machine, which is older than the project's own and has npm beside it. */
const nodeOfMachine =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'node'))
    .find((path) => existsSync(path)) ?? process.execPath;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-npm-'));
  // Nothing of the machine's npm: no settings, no cache, no registry.
  environment = {
    PATH: `${dirname(nodeOfMachine)}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: directory,
    npm_config_cache: join(directory, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  for (const name of NPM_PACKAGES)
    buildNpmPackage(name, join(directory, name), { page: PAGE, tag: 'v1.0.0' });
}, 3 * MINUTES);
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const manifestOf = (name: string): Record<string, unknown> & { version: string } =>
  JSON.parse(readFileSync(join(directory, name, 'package.json'), 'utf8'));

describe('the packages of npm', () => {
  it.each(NPM_PACKAGES)('%s names its repository at the tag, and what it needs by versions', (name) => {
    const manifest = manifestOf(name);
    expect(manifest).toMatchObject({
      name: `@lodging/${name}`,
      repository: { type: 'git', url: `git+${PAGE}.git`, directory: `packages/${name}` },
      homepage: `${PAGE}/tree/v1.0.0/packages/${name}#readme`,
      bugs: { url: `${PAGE}/issues` },
      publishConfig: { access: 'public' },
      license: 'MIT',
    });
    expect(manifest['private']).toBeUndefined();
    for (const version of Object.values(manifest['dependencies'] ?? {}))
      expect(version).toMatch(/^\^\d+\.\d+\.\d+$/);
  });

  it('are built for the tag of their version alone', () => {
    const target = join(directory, 'other');
    expect(() => buildNpmPackage('emulators', target, { page: PAGE, tag: 'v9.9.9' })).toThrow('v9.9.9');
  });

  it('need one another in the versions that are published with them, and come in that order', () => {
    NPM_PACKAGES.forEach((name, index) => {
      const needed = Object.entries(manifestOf(name)['dependencies'] ?? {});
      for (const [each, version] of needed.filter(([needs]) => needs.startsWith('@lodging/'))) {
        const before = NPM_PACKAGES.slice(0, index).find((earlier) => each === `@lodging/${earlier}`);
        expect(before, `${name} needs ${each}`).toBeDefined();
        expect(version).toBe(`^${manifestOf(before ?? '').version}`);
      }
    });
  });

  it('are published in that order with provenance, but for those that the registry has', () => {
    const built = ['a', 'b', 'c'].map((name) => ({ name, version: '1.0.0', directory: `/${name}` }));
    const commands: string[] = [];
    const registry =
      (answers: Record<string, string | undefined>) =>
      (...args: string[]) => {
        commands.push(args.join(' '));
        return answers[args.join(' ')];
      };
    const publish = (name: string) => `publish --provenance /${name}`;
    const has = { 'view a@1.0.0 version': '1.0.0\n', 'view b@1.0.0 version': '\n' };
    const done = { ...has, [publish('b')]: '', [publish('c')]: '' };
    expect(publishPackages(built, registry(done))).toEqual(['b', 'c']);
    expect(commands.filter((command) => !command.startsWith('view'))).toEqual([publish('b'), publish('c')]);
    commands.length = 0;
    expect(() => publishPackages(built, registry(has))).toThrow('b was not published');
    expect(commands).not.toContain(publish('c'));
  });

  // Those of the client and the widget are beside them.
  it('of programs would be published without a warning', { timeout: MINUTES }, async () => {
    const requests: string[] = [];
    const registry = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(404).end('{}');
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const host = `//127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    writeFileSync(join(directory, '.npmrc'), `registry=http:${host}\n${host}:_authToken=none\n`);
    const dry = (name: string) =>
      run('npm', ['publish', '--dry-run', '--json', join(directory, name)], {
        cwd: directory,
        env: environment,
      });
    const outputs = await Promise.all(PROGRAMS.map(dry)).finally(() => registry.close());
    outputs.forEach(({ stdout, stderr }, index) => {
      expect(stderr).not.toMatch(/warn|error/i);
      expect(stdout).toContain(`"@lodging/${PROGRAMS[index]}`);
    });
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });
});

describe.each(PROGRAMS)('the program of %s', (name) => {
  it('has no fault that publint knows, and types in every way of resolving ES modules', async () => {
    const { stdout } = await run('npm', ['pack', '--json', join(directory, name)], {
      cwd: directory,
      env: environment,
    });
    const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[];
    const tarball = new Uint8Array(readFileSync(join(directory, filename)));
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    expect(analysis.types).toEqual({ kind: 'included' });
    const problems = 'problems' in analysis ? analysis.problems : [];
    expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
  });

  it('has a licence, a README with the way to install it, its sources, and no tests', () => {
    for (const file of ['LICENSE', 'src/main.ts', 'lib/main.js.map', 'lib/index.d.ts'])
      expect(existsSync(join(directory, name, file)), file).toBe(true);
    expect(readFileSync(join(directory, name, 'README.md'), 'utf8')).toMatch(
      /^npm install .*@lodging\/|npx/m,
    );
    expect(existsSync(join(directory, name, 'test'))).toBe(false);
  });
});

/** Beside what it depends on, as after an installation. */
function startInstalled(
  name: 'emulators' | 'mcp',
  env: Record<string, string>,
): ChildProcessWithoutNullStreams {
  const manifest = manifestOf(name);
  for (const needed of Object.keys(manifest['dependencies'] ?? {})) {
    const own = needed === '@lodging/client' && join(directory, 'client');
    const at = join(directory, 'node_modules', needed);
    if (existsSync(at)) continue;
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(own || realpathSync(join(repository, 'packages', name, 'node_modules', needed)), at);
  }
  const [file = ''] = Object.values(manifest['bin'] ?? {}) as string[];
  return spawn(nodeOfMachine, [join(directory, name, file)], { env });
}

describe('on the Node of the machine', () => {
  it('the emulators start, and stop with SIGTERM', { timeout: MINUTES }, async () => {
    const child = startInstalled('emulators', {
      STRIPE_SECRET_KEYS: 'sk_test_1',
      STRIPE_EMULATOR_PORT: '0',
      MAIL_SMTP_PORT: '0',
      MAIL_HTTP_PORT: '0',
    });
    const [line = ''] = (await once(createInterface(child.stdout), 'line')) as string[];
    const ready = JSON.parse(line) as { payment: string; mail: string };
    for (const url of [ready.payment, ready.mail]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('the tools for agents introduce themselves over stdio', { timeout: MINUTES }, async () => {
    const child = startInstalled('mcp', { LODGING_URL: 'http://127.0.0.1:1', LODGING_KEY: 'sk_test_1' });
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [line = ''] = (await once(createInterface(child.stdout), 'line')) as string[];
    expect(JSON.parse(line)).toMatchObject({
      result: { serverInfo: { version: manifestOf('mcp').version } },
    });
    child.kill();
    await once(child, 'exit');
  });
});
