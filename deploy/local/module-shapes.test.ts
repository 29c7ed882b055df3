// The modules of a service export the same names in all services, and use cases take the same parameters.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './home.ts';

const services = readdirSync(join(repository, 'services'));
/** Modules that a service does not have, and why. */
const WITHOUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  gateway: { 'rpc.ts': 'it is called over HTTP alone', 'events.ts': 'it consumes no events' },
};
/** What the inbound layer imports from `use-cases/` beside use cases, and why. */
const NO_USE_CASES: Readonly<Record<string, string>> = {
  auditedCall:
    'a step of changes that other services make: the source of the audit entry stands for the context',
};
/** What `wire/` exports beside mappings, and why. */
const NO_MAPPINGS: Readonly<Record<string, string>> = {
  fingerprint: 'the digest of a request, which no domain object is',
};

const sourceOf = (path: string): string => readFileSync(join(repository, path), 'utf8');
const sourcesIn = (folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: repository }).filter((path) => !path.endsWith('.test.ts'));

/** Names of the exported functions, classes and constants of a module. */
const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:async )?(?:function\*?|class|const) (\w+)/gm)].map(([, name = '']) => name);

const isMapping = (name: string): boolean => /^[a-z]\w*(?:ToWire|FromWire)$/.test(name);

interface Signature {
  readonly parameters: readonly string[];
  /** What follows the parameters. */
  readonly rest: string;
}

/** Of the function whose parameters begin with the parenthesis at `start`. */
function signatureAt(text: string, start: number): Signature {
  const parameters = [''];
  const code = text.slice(start).replaceAll(/\/\*[\s\S]*?\*\/|=>/g, '');
  let [depth, at] = [0, 0];
  for (const char of code) {
    if ('([{<'.includes(char)) depth += 1;
    if (')]}>'.includes(char)) depth -= 1;
    at += char.length;
    if (depth === 0) break;
    if (char === ',' && depth === 1) parameters.push('');
    else parameters[parameters.length - 1] += char;
  }
  const trimmed = parameters.map((parameter) => parameter.replace(/^\(/, '').trim());
  return { parameters: trimmed.filter((parameter) => parameter !== ''), rest: code.slice(at) };
}

const FUNCTION = /^export (?:async )?function (?<name>\w+)(?:<[^(]*>)?\(/gm;

/** The exported functions of a module by their names. */
const functionsOf = (text: string): ReadonlyMap<string, Signature> =>
  new Map(
    [...text.matchAll(FUNCTION)].map(({ 0: match, index, groups }) => [
      groups?.['name'] ?? '',
      signatureAt(text, index + match.length - 1),
    ]),
  );

/** Its type is a `…Deps`, or a part of one. */
const isDeps = (parameter: string): boolean => /:.*Deps\b/s.test(parameter);
const isContext = (parameter: string): boolean => /:.*Context\b/s.test(parameter);

/** `(deps)`, `(deps, input)`, `(deps, ctx)` or `(deps, ctx, input)`. */
function hasShape([deps, ...others]: readonly string[]): boolean {
  if (deps === undefined || !isDeps(deps) || others.length > 2) return false;
  return others.length < 2 || isContext(others[0] ?? '');
}

/** A `create…` of a use case changes something, so it answers later; a factory returns what it has built. */
function isOddUseCase(text: string): boolean {
  if (/^(?:export )?(?:abstract )?class /m.test(text)) return true;
  if (/\b(?:Date\.now|performance\.now|Temporal\.Now)\b/.test(text)) return true;
  return functionsOf(text)
    .entries()
    .some(([name, { rest }]) => name.startsWith('create') && !rest.startsWith(': Promise<'));
}

interface CalledUseCase {
  readonly name: string;
  readonly path: string;
}

/** Use cases that the inbound layer calls: the operations, consumers and timers of a service. */
function calledUseCases(service: string): CalledUseCase[] {
  const imports = /^import \{([^}]*)\} from '(?:\.\.\/)+(use-cases\/[\w/-]+\.ts)'/gm;
  return sourcesIn(`services/${service}/src/inbound`).flatMap((importer) =>
    [...sourceOf(importer).matchAll(imports)].flatMap(([, names = '', file = '']) =>
      names
        .split(',')
        .map((name) => ({ name: name.trim(), path: `services/${service}/src/${file}` }))
        .filter(({ name }) => name !== ''),
    ),
  );
}

describe.each(services)('the modules of %s', (service) => {
  const src = `services/${service}/src`;

  it.each([
    ['rpc.ts', ['rpcRoutes']],
    ['events.ts', ['consumers']],
    ['timers.ts', ['timers']],
  ] as const)('inbound/%s exports %j', (file, names) => {
    const path = `${src}/inbound/${file}`;
    const found = existsSync(join(repository, path)) ? exportsOf(sourceOf(path)) : [];
    expect(found).toEqual(WITHOUT[service]?.[file] === undefined ? names : []);
  });

  it('wire/ exports mappings to and from the contract', () => {
    const names = sourcesIn(`${src}/wire`).flatMap((path) => exportsOf(sourceOf(path)));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !isMapping(name) && NO_MAPPINGS[name] === undefined)).toEqual([]);
  });

  it('use cases are neither classes nor factories, and take the time from their clock', () => {
    const sources = sourcesIn(`${src}/use-cases`);
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((path) => isOddUseCase(sourceOf(path)))).toEqual([]);
  });

  it('a use case takes its dependencies, the context of the request and one input', () => {
    const called = calledUseCases(service)
      .filter(({ name }) => NO_USE_CASES[name] === undefined)
      .map(({ name, path }) => ({ name, parameters: functionsOf(sourceOf(path)).get(name)?.parameters }));
    expect(called.length).toBeGreaterThan(3);
    expect(called.filter(({ parameters }) => parameters === undefined || !hasShape(parameters))).toEqual([]);
  });
});

it.each([
  ['(deps: ADeps, ctx: RequestContext, { a, b }: A)', true],
  ["({ a, b }: Pick<ADeps, 'a' | 'b'>, { tenantId }: Pick<RequestContext, 'tenantId'>, input: A)", true],
  ['(deps: ADeps)', true],
  ['(deps: ADeps, given: { readonly a: string })', true],
  ['(ctx: RequestContext, input: A)', false],
  ['(deps: ADeps, a: string, b: string)', false],
  ['(deps: ADeps, ctx: RequestContext, a: A, b: B)', false],
])('the parameters %s: %s', (text, expected) => {
  expect(hasShape(signatureAt(text, 0).parameters)).toBe(expected);
});

it.each([
  'export class Booking {}',
  'class BookingTimeout extends Error {}',
  'export function createBooking(deps: Deps): BookBooking {',
  'export async function book(deps: Deps) {\n  const now = Date.now();',
])('is no use case: %s', (text) => {
  expect(isOddUseCase(text)).toBe(true);
  expect(isOddUseCase('export function createBooking(\n  deps: Deps,\n): Promise<Booking> {')).toBe(false);
});
