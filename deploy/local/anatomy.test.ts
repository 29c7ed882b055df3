// The anatomy of a service: subjects with the same names in every layer, in folders that are read at a glance.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './home.ts';

const MOST_FILES = 20;
const MOST_LINES = 300;
/** Folders whose files are a list by nature, and those that hold none of ours. */
const LISTS = ['migrations', 'test', 'import-rule-fixtures', 'node_modules', 'dist', '.lodging'];
/** What a layer has beside its subjects. */
const SHARED = ['deps', 'events', 'fingerprint'];
const services = readdirSync(join(repository, 'services'));

/** Paths of the production code below a folder of the repository. */
function sourcesBelow(folder: string): string[] {
  const exclude = (path: string): boolean => LISTS.includes(basename(path));
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repository, exclude }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
}

it.each(['services', 'packages', 'deploy'])(
  'no folder of production code in %s has more than twenty files',
  (folder) => {
    const counts = Object.entries(Object.groupBy(sourcesBelow(folder), (path) => dirname(path)));
    expect(counts.length).toBeGreaterThan(10);
    expect(counts.filter(([, files = []]) => files.length > MOST_FILES).map(([path]) => path)).toEqual([]);
  },
);

it.each(['services', 'packages', 'deploy'])(
  'no file of production code in %s has more than 300 lines',
  (folder) => {
    const sources = sourcesBelow(folder).filter((path) => !path.includes('generated'));
    const linesOf = (path: string): number =>
      readFileSync(join(repository, path), 'utf8').split('\n').length - 1;
    expect(sources.filter((path) => linesOf(path) > MOST_LINES)).toEqual([]);
  },
);

const NUMBERED_PARAMETER = /\$\d/;

it('statements of services name their parameters', () => {
  const sources = sourcesBelow('services').filter((path) => path.includes('/src/outbound/'));
  expect(sources.length).toBeGreaterThan(200);
  const numbered = [...sources, ...sourcesBelow('packages/operations')].filter((path) =>
    NUMBERED_PARAMETER.test(readFileSync(join(repository, path), 'utf8')),
  );
  expect(numbered).toEqual([]);
});

it('every service that has tables declares them in outbound/schema.ts', () => {
  const withTables = services.filter((service) =>
    existsSync(join(repository, 'services', service, 'migrations')),
  );
  const declared = withTables.filter((service) =>
    existsSync(join(repository, 'services', service, 'src/outbound/schema.ts')),
  );
  expect(declared).toEqual(withTables);
  expect(withTables.length).toBeGreaterThan(4);
});

/** Words of lodging, as part of a name or of a sentence. */
const OF_LODGING =
  /reservation|booking|guest|hotel|apartment|villa|night|refund|payment|cancellation|room ?type|rate ?plan|\b(?:stays?|property|properties)\b|place-?hold(?!er)/i;
/** The names of the services that sign requests: what a test takes part in. */
const NAMES_SERVICES = ['packages/kit/testing/src/test-identity.ts'];

const saysLodging = (text: string): boolean => OF_LODGING.test(text);

it('the kit knows no lodging, in words too', () => {
  const sources = sourcesBelow('packages/kit');
  expect(sources.length).toBeGreaterThan(100);
  const others = globSync('packages/kit/{README.md,*/README.md,*/migrations/*.sql}', { cwd: repository });
  expect(others.length).toBeGreaterThan(3);
  const said = [...sources, ...others].filter((path) =>
    saysLodging(readFileSync(join(repository, path), 'utf8')),
  );
  expect(said.toSorted()).toEqual(NAMES_SERVICES);
});

it.each([
  'const reservationId = 1;',
  '// Held for the guest.',
  'maxUnitNights',
  'type RatePlan',
  '`rate plan`',
  'One stay at a time.',
  '// The size of the property.',
  'on(placeHold, handler)',
])('what the kit may not say is recognized in %s', (text) => {
  expect(saysLodging(text)).toBe(true);
  expect(saysLodging('an event of @lodging/kit-runtime waits for its turn')).toBe(false);
});

/** The operations of a service, as the names of their use cases. */
function operationsOf(service: string): Set<string> {
  const contract = `packages/contracts/${service}/src`;
  const [folder, declared] = existsSync(join(repository, contract))
    ? [contract, /^export const (\w+) = rpc\(/gm]
    : [`services/${service}/src/inbound`, /operationId: '(\w+)'/g];
  const texts = sourcesBelow(folder).map((path) => readFileSync(join(repository, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(declared)].map(([, name = '']) => name)));
}

/** What a use case imports from others, without types. */
function importedUseCases(text: string): string[] {
  const imports = text.matchAll(/^import \{([^}]*)\} from '(?:\.|\.\.\/[\w-]+)\/[\w-]+\.ts'/gm);
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

it.each(services)('no use case of %s calls one that is an operation', (service) => {
  const operations = operationsOf(service);
  expect(operations.size).toBeGreaterThan(4);
  const calls = sourcesBelow(`services/${service}/src/use-cases`).flatMap((path) =>
    importedUseCases(readFileSync(join(repository, path), 'utf8'))
      .filter((name) => operations.has(name))
      .map((name) => `${path} calls ${name}`),
  );
  expect(calls).toEqual([]);
});

it('a use case that imports another one of its folder, or of the next, is seen', () => {
  const text = `import { a, b } from './one.ts';\nimport { c } from '../other/two.ts';\nimport type { D } from './one.ts';\nimport { e } from '../../domain/stay/three.ts';\n`;
  expect(importedUseCases(text)).toEqual(['a', 'b', 'c']);
});

/** Which subjects the files of each subject import. */
function domainImports(service: string): Map<string, Set<string>> {
  const domain = `services/${service}/src/domain`;
  const imports = new Map<string, Set<string>>();
  for (const path of sourcesBelow(domain)) {
    const [subject = ''] = path.slice(domain.length + 1).split('/');
    const text = readFileSync(join(repository, path), 'utf8');
    const imported = [...text.matchAll(/ from '\.\.\/([\w-]+)\/[\w-]+\.ts';/g)].map(([, name = '']) => name);
    imports.set(subject, new Set([...(imports.get(subject) ?? []), ...imported]));
  }
  return imports;
}

function reachableFrom(subject: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const queue = [...(imports.get(subject) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    queue.push(...(imports.get(next) ?? []));
  }
  return reached;
}

it('a subject that reaches itself over another one is seen', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect([...reachableFrom('a', imports)].toSorted()).toEqual(['b', 'c']);
  expect(reachableFrom('b', imports).has('b')).toBe(true);
});

describe.each(services)('the subjects of %s', (service) => {
  const inLayer = (layer: string): string[] =>
    readdirSync(join(repository, 'services', service, 'src', layer), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || ['ports', 'wire'].includes(layer))
      .map(({ name }) => basename(name, '.ts'))
      .filter((name) => !name.endsWith('.test') && !SHARED.includes(name));

  it('have one name in all layers, which the README of the service says', () => {
    const readme = readFileSync(join(repository, 'services', service, 'README.md'), 'utf8');
    const said = /^\*\*Subjects\*\*: (.*)$/m.exec(readme)?.[1] ?? '';
    const named = [...said.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
    const found = new Set(['domain', 'use-cases', 'ports', 'wire', 'outbound'].flatMap(inLayer));
    expect([...found].toSorted()).toEqual(named.filter((name) => !SHARED.includes(name)).toSorted());
  });

  it('import each other in one direction in the domain', () => {
    const imports = domainImports(service);
    const cyclic = [...imports].filter(([subject]) => reachableFrom(subject, imports).has(subject));
    expect(cyclic.map(([subject]) => subject)).toEqual([]);
  });
});
