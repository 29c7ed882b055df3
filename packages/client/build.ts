import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Writes the package as it is published, ready for `npm pack`, to the directory that is named, else to `dist`. */
const here = import.meta.dirname;
const target = resolve(process.argv[2] ?? join(here, 'dist'));
const compiler = join(here, 'node_modules/.bin/tsc');

rmSync(join(target, 'lib'), { recursive: true, force: true });
mkdirSync(target, { recursive: true });
// The maps lead to these sources, which are published with them.
cpSync(join(here, 'src'), join(target, 'src'), {
  recursive: true,
  filter: (path) => !path.endsWith('.test.ts'),
});
// The package.json above a source decides which kind of module it becomes.
compile('commonjs', 'lib/cjs');
compile('module', 'lib/esm');
for (const name of ['README.md', 'CHANGELOG.md']) copyFileSync(join(here, name), join(target, name));
copyFileSync(join(here, '../../LICENSE'), join(target, 'LICENSE'));
writeJson('package.json', published());

function compile(type: 'commonjs' | 'module', out: string): void {
  writeJson('package.json', { type });
  writeJson('tsconfig.json', {
    extends: join(here, 'tsconfig.build.json'),
    compilerOptions: { rootDir: 'src', outDir: out },
    include: ['src/**/*.ts'],
  });
  execFileSync(compiler, ['-p', target], { stdio: 'inherit' });
  rmSync(join(target, 'tsconfig.json'));
  writeJson(join(out, 'package.json'), { type });
  // The compiler rewrites the extensions of imports in JavaScript alone.
  for (const file of globSync(join(target, out, '**/*.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

function published(): object {
  const { name, version, description, keywords, license, author, sideEffects, engines } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const entry = (kind: string) => ({
    types: `./lib/${kind}/index.d.ts`,
    default: `./lib/${kind}/index.js`,
  });
  return {
    name,
    version,
    description,
    keywords,
    license,
    author,
    type: 'module',
    sideEffects,
    engines,
    main: './lib/cjs/index.js',
    module: './lib/esm/index.js',
    types: './lib/cjs/index.d.ts',
    exports: { '.': { import: entry('esm'), require: entry('cjs') }, './package.json': './package.json' },
    files: ['lib', 'src', 'CHANGELOG.md'],
    publishConfig: { access: 'public' },
  };
}

function writeJson(path: string, value: object): void {
  writeFileSync(join(target, path), `${JSON.stringify(value, null, 2)}\n`);
}
