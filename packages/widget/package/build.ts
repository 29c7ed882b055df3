import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { bundleWidget, WIDGET_FILES } from '../build.ts';
import { describeElements } from './describe-elements.ts';

/** Writes the package as it is published, ready for `npm pack`, to the directory that is named, else to `dist`. */
const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'dist'));
const FRAMEWORKS = ['react', 'vue'];

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
compile();
await bundleWidget(target);
// Where tools do not read `exports`.
writeFileSync(join(target, 'lodging-booking.d.ts'), "export * from './lib/index.js';\n");
for (const name of ['lodging-manage.d.ts', 'manage.d.ts', 'manage.js'])
  writeFileSync(join(target, name), "export * from './lib/manage/index.js';\n");
for (const name of FRAMEWORKS) {
  // No file of TypeScript here: neither framework is installed. A test compiles them in a project.
  copyFileSync(join(import.meta.dirname, `${name}.d.ts.txt`), join(target, `${name}.d.ts`));
  writeFileSync(join(target, `${name}.js`), 'export {};\n');
}
// The maps lead to these sources, which are published with them.
cpSync(join(root, 'src'), join(target, 'src'), {
  recursive: true,
  filter: (path) => !path.endsWith('.test.ts'),
});
copyFileSync(join(root, 'README.md'), join(target, 'README.md'));
copyFileSync(join(root, '../../LICENSE'), join(target, 'LICENSE'));
writeJson('custom-elements.json', describeElements());
writeJson('package.json', published());

/** Against the client as it is published: its sources are no part of this package. */
function compile(): void {
  const work = mkdtempSync(join(tmpdir(), 'lodging-widget-build-'));
  try {
    const client = join(work, 'client');
    execFileSync(process.execPath, [join(root, '../client/build.ts'), client], { stdio: 'inherit' });
    const config = join(work, 'tsconfig.json');
    const options = {
      rootDir: join(root, 'src'),
      outDir: join(target, 'lib'),
      paths: {
        '@lodging/client': [join(client, 'lib/esm/index.d.ts')],
        lit: [join(root, 'node_modules/lit')],
      },
    };
    const sources = globSync(join(root, 'src/**/*.ts'), { exclude: ['**/*.test.ts'] });
    const written = { extends: join(root, 'tsconfig.build.json'), compilerOptions: options, files: sources };
    writeFileSync(config, JSON.stringify(written));
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'inherit' });
  } finally {
    rmSync(work, { recursive: true });
  }
  // The compiler rewrites the extensions of imports in JavaScript alone.
  for (const file of globSync(join(target, 'lib/**/*.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

function published(): object {
  const { name, version, description, keywords, license, author } = readJson('package.json');
  return {
    name,
    version,
    description,
    keywords,
    license,
    author,
    type: 'module',
    sideEffects: [
      './lib/index.js',
      './lib/manage/index.js',
      './manage.js',
      ...WIDGET_FILES.map((name) => `./${name}`),
    ],
    main: './lib/index.js',
    types: './lib/index.d.ts',
    unpkg: './lodging-booking.js',
    jsdelivr: './lodging-booking.js',
    customElements: 'custom-elements.json',
    exports: entryPoints(),
    files: [
      'lib',
      'src',
      'custom-elements.json',
      'lodging-booking.*',
      'lodging-manage.*',
      'manage.*',
      ...FRAMEWORKS.map((framework) => `${framework}.*`),
    ],
    dependencies: {
      '@lodging/client': `^${String(readJson('../client/package.json')['version'])}`,
      lit: `^${String(readJson('node_modules/lit/package.json')['version'])}`,
    },
    publishConfig: { access: 'public' },
  };
}

function entryPoints(): object {
  const entry = (name: string): object => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  const files = WIDGET_FILES.map((name) => [`./${name}`, entry(name.replace('.js', ''))]);
  return {
    '.': entry('lib/index'),
    './manage': entry('manage'),
    ...Object.fromEntries(files),
    ...Object.fromEntries(FRAMEWORKS.map((name) => [`./${name}`, entry(name)])),
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  };
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function writeJson(path: string, value: object): void {
  writeFileSync(join(target, path), `${JSON.stringify(value, null, 2)}\n`);
}
