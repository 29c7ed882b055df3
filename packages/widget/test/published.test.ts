import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFrameworks } from './write-frameworks.ts';

const MINUTES = 60_000;
const run = promisify(execFile);
const widget = join(import.meta.dirname, '..');
let directory: string;
let packed: string;
let tarball: Uint8Array<ArrayBuffer>;
/** A project in which the package, the client and lit are installed, and types of React and Vue. */
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
  directory = await mkdtemp(join(tmpdir(), 'lodging-widget-published-'));
  // Nothing of the machine's npm: no settings, no cache, no registry.
  environment = {
    PATH: `${dirname(nodeOfMachine)}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: directory,
    npm_config_cache: join(directory, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  packed = join(directory, 'package');
  await run(process.execPath, [join(widget, 'package/build.ts'), packed]);
  const { stdout } = await run('npm', ['pack', '--json', packed], { cwd: directory, env: environment });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  tarball = new Uint8Array(await readFile(join(directory, filename)));
  project = join(directory, 'project');
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@lodging/widget'), { recursive: true });
  await run('tar', [
    '-xzf',
    join(directory, filename),
    '-C',
    join(modules, '@lodging/widget'),
    '--strip-components=1',
  ]);
  await run(process.execPath, [join(widget, '../client/build.ts'), join(directory, 'client')]);
  await rename(join(directory, 'client'), join(modules, '@lodging/client'));
  await symlink(await realpath(join(widget, 'node_modules/lit')), join(modules, 'lit'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFrameworks(modules);
}, 3 * MINUTES);

afterAll(() => rm(directory, { recursive: true, force: true }));

const readPacked = (name: string): Promise<string> =>
  readFile(join(project, 'node_modules/@lodging/widget', name), 'utf8');

describe('the package', () => {
  it('has no fault that publint knows', { timeout: MINUTES }, async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it(
    'has types in every way of resolving modules; it is an ES module alone',
    { timeout: MINUTES },
    async () => {
      const analysis = await checkPackage(createPackageFromTarballData(tarball));
      expect(analysis.types).toEqual({ kind: 'included' });
      const problems = 'problems' in analysis ? analysis.problems : [];
      expect(problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
    },
  );

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
    expect(stdout).toContain('"@lodging/widget');
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('has a licence, the built file, a manifest of the element, and no tests', async () => {
    for (const name of [
      'LICENSE',
      'lodging-booking.js',
      'lodging-manage.js',
      'src/index.ts',
      'lib/index.js.map',
    ])
      expect((await readPacked(name)).length, name).toBeGreaterThan(0);
    const manifest = JSON.parse(await readPacked('package.json'));
    expect(JSON.parse(await readPacked(manifest.customElements)).schemaVersion).toBe('1.0.0');
    expect(Object.keys(manifest.dependencies)).toEqual(['@lodging/client', 'lit']);
    expect(existsSync(join(project, 'node_modules/@lodging/widget/src/texts/texts.test.ts'))).toBe(false);
    expect(await readPacked('lib/lodging-booking.js')).toMatch(/from 'lit'/);
  });

  it('has a README that begins with the lines to paste', async () => {
    const [first = ''] = /```html\n([\s\S]*?)```/.exec(await readPacked('README.md')) ?? [];
    expect((await readPacked('README.md')).indexOf(first)).toBeLessThan(400);
    const { version } = JSON.parse(await readPacked('package.json'));
    expect(first).toContain(`/widget/${version}/lodging-booking.js"`);
    for (const words of ['integrity="sha384-', 'crossorigin="anonymous"', '<lodging-booking', 'pk_live_'])
      expect(first).toContain(words);
  });
});

describe('in a project', () => {
  it('is imported on a server, where there is no page', { timeout: MINUTES }, async () => {
    const program = `
      const { LodgingBooking } = await import('@lodging/widget');
      const { LodgingManage } = await import('@lodging/widget/manage');
      console.log(JSON.stringify([LodgingBooking.name, LodgingManage.name, typeof document]));`;
    await writeFile(join(project, 'server.js'), program);
    const { stdout } = await run(nodeOfMachine, [join(project, 'server.js')], { env: environment });
    expect(JSON.parse(stdout)).toEqual(['LodgingBooking', 'LodgingManage', 'undefined']);
  });

  it('has types for TypeScript, React and Vue', { timeout: MINUTES }, async () => {
    await writeFile(join(project, 'page.ts'), PAGE);
    await writeFile(join(project, 'react-page.tsx'), REACT_PAGE);
    await writeFile(join(project, 'vue-page.ts'), VUE_PAGE);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
    };
    const files = ['page.ts', 'react-page.tsx', 'vue-page.ts'];
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(widget, 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['-p', project]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

const PAGE = `
import type { BookingEvents } from '@lodging/widget';
import '@lodging/widget';
const element = document.createElement('lodging-booking');
element.publishableKey = 'pk_test_1';
element.texts = { search: 'Find' };
export const report = ({ detail }: BookingEvents['lodging-confirmed']): string => detail.reservationId;
// @ts-expect-error: a boolean
element.photos = 'yes';
export const loaded = import('@lodging/widget/lodging-manage.js').then(({ LodgingManage }) => LodgingManage);
export const manage: InstanceType<Awaited<typeof loaded>> = document.createElement('lodging-manage');
manage.publishableKey = 'pk_test_1';
`;

const REACT_PAGE = `
import '@lodging/widget';
import '@lodging/widget/react';
export const page = (
  <lodging-booking
    api="https://api.example.com"
    publishable-key="pk_test_1"
    className="booking"
    texts={{ search: 'Find' }}
    photos
    onlodging-confirmed={({ detail }) => detail.totalMinorUnits.length}
  />
);
// @ts-expect-error: the key is missing
export const without = <lodging-booking api="https://api.example.com" />;
export const manage = <lodging-manage api="https://api.example.com" publishable-key="pk_test_1" theme="dark" />;
// @ts-expect-error: the key is missing
export const manageWithout = <lodging-manage api="https://api.example.com" />;
// @ts-expect-error: photos is a boolean
export const wrong = <lodging-booking api="" publishable-key="" photos="yes" />;
`;

const VUE_PAGE = `
import type { GlobalComponents } from 'vue';
import '@lodging/widget/vue';
type Booking = InstanceType<GlobalComponents['lodging-booking']>;
export const props: Booking['$props'] = { api: 'https://api.example.com', publishableKey: 'pk_test_1', class: 'booking' };
export const emits = (emit: Booking['$emit'], event: CustomEvent<{ readonly stage: 'price' }>) =>
  emit('lodging-stage', event);
type Manage = InstanceType<GlobalComponents['lodging-manage']>;
export const manageProps: Manage['$props'] = { api: 'https://api.example.com', publishableKey: 'pk_test_1' };
// @ts-expect-error: a boolean
export const wrong: Booking['$props'] = { photos: 'yes' };
`;
