import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { repository } from '../harness/examples.ts';

const { gatewayUrl } = inject('demo');
const components = 'deploy/kubernetes/components';

interface Leads {
  readonly path: string;
  readonly isExact: boolean;
}
interface HttpRoute {
  readonly kind: string;
  readonly spec: {
    readonly rules: readonly { readonly matches: readonly { readonly path: Match }[] }[];
  };
}
interface Match {
  readonly type: string;
  readonly value: string;
}

/** The paths of the rules, whichever service they lead to. */
async function pathsOf(file: string): Promise<Leads[]> {
  const text = await readFile(join(repository, components, file), 'utf8');
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as HttpRoute);
  return manifests
    .filter(({ kind }) => kind === 'HTTPRoute')
    .flatMap(({ spec }) => spec.rules)
    .flatMap(({ matches }) => matches)
    .map(({ path: { type, value } }) => ({ path: value, isExact: type === 'Exact' }));
}

const isLed = (routes: readonly Leads[], path: string): boolean =>
  routes.some((route) => path === route.path || (!route.isExact && path.startsWith(`${route.path}/`)));

/** What pages refer to on their own origin, and what the index for programs names. */
async function namedBy(path: string, accept: string): Promise<string[]> {
  const answer = await fetch(`${gatewayUrl}${path}`, { headers: { accept } });
  const [status, text] = [answer.status, await answer.text()];
  if (status !== 200) throw new Error(`${path} is ${status}`);
  const found = accept.startsWith('text/html')
    ? [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)
    : Object.values(JSON.parse(text) as Record<string, string>).filter((value) => value.startsWith('http'));
  return found
    .map((address) => new URL(address, answer.url))
    .filter(({ origin }) => origin === new URL(gatewayUrl).origin)
    .map(({ pathname }) => pathname);
}

/** Everything that a person or a program finds who begins at `/`. */
async function publicPaths(): Promise<string[]> {
  const pages = ['/', '/docs', '/problems', '/problems/unavailable'];
  const named = await Promise.all([
    ...pages.map((path) => namedBy(path, 'text/html')),
    namedBy('/', 'application/json'),
  ]);
  return [...new Set([...pages, ...named.flat()])];
}

describe('the edge of a cluster', () => {
  it('leads to every page and document that the start page leads to', async () => {
    const routes = await pathsOf('gateway-api/routes.yaml');
    const paths = await publicPaths();
    for (const path of ['/openapi.json', '/reference.json', '/llms.txt', '/widget/manifest.json'])
      expect(paths).toContain(path);
    expect(paths.filter((path) => path.endsWith('.css'))).not.toEqual([]);
    expect(paths.filter((path) => !isLed(routes, path))).toEqual([]);
  });

  it('leads to the files of the widget and to the API, and to nothing else', async () => {
    const routes = await pathsOf('gateway-api/routes.yaml');
    const { version } = (await (await fetch(`${gatewayUrl}/widget/manifest.json`)).json()) as {
      version: string;
    };
    const files = ['lodging-booking.js', 'lodging-manage.js'].map((name) => `/widget/${version}/${name}`);
    for (const path of [...files, '/v1/ping']) {
      expect((await fetch(`${gatewayUrl}${path}`)).status).toBe(200);
      expect(isLed(routes, path)).toBe(true);
    }
    for (const path of ['/admin/v1/tenants', '/livez', '/metrics']) expect(isLed(routes, path)).toBe(false);
  });
});
