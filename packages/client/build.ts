import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Writes the package as it is published, ready for `npm pack`, to the directory that is named, else to `dist`. */
const here = import.meta.dirname;
const target = resolve(process.argv[2] ?? join(here, 'dist'));

const compiler = join(here, 'node_modules/.bin/tsc');
const out = join(target, 'lib');
mkdirSync(target, { recursive: true });
execFileSync(compiler, ['-p', join(here, 'tsconfig.build.json'), '--outDir', out], { stdio: 'inherit' });

// The compiler rewrites the extensions of imports in JavaScript alone.
for (const file of globSync(join(out, '**/*.d.ts'))) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
}

const { name, version, description, license, type } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
) as Record<string, string>;
const published = {
  name,
  version,
  description,
  license,
  type,
  sideEffects: false,
  engines: { node: '>=20.3' },
  exports: { '.': { types: './lib/index.d.ts', default: './lib/index.js' } },
  files: ['lib'],
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(here, 'README.md'), join(target, 'README.md'));
