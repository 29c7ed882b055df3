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
import { join } from 'node:path';
import process from 'node:process';
import { repository } from './pnpm.ts';

type Manifest = Record<string, unknown> & {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

/** Writes a package that is a program and a library of ES modules, as it is published, ready for `npm pack`. */
export function buildProgram(name: string, target: string): void {
  const root = join(repository, 'packages', name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest = manifestIn(root);
  // The JavaScript reads its version from it.
  writeJson(join(target, 'package.json'), published(root, manifest));
  compile(root, target, manifest);
  // The maps lead to these sources, which are published with them.
  cpSync(join(root, 'src'), join(target, 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  copyFileSync(join(root, 'README.md'), join(target, 'README.md'));
  copyFileSync(join(repository, 'LICENSE'), join(target, 'LICENSE'));
}

/** Against the client as it is published: its sources are no part of this package. */
function compile(root: string, target: string, { dependencies }: Manifest): void {
  const work = mkdtempSync(join(tmpdir(), 'lodging-build-'));
  try {
    const paths: Record<string, string[]> = {};
    if ('@lodging/client' in dependencies) {
      const client = join(work, 'client');
      run(process.execPath, join(repository, 'packages/client/build.ts'), client);
      paths['@lodging/client'] = [join(client, 'lib/esm/index.d.ts')];
    }
    const config = {
      extends: join(repository, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        declarationMap: true,
        sourceMap: true,
        allowImportingTsExtensions: false,
        rewriteRelativeImportExtensions: true,
        target: 'es2023',
        lib: ['es2023'],
        rootDir: join(root, 'src'),
        outDir: join(target, 'lib'),
        typeRoots: [join(root, 'node_modules/@types')],
        paths,
      },
      files: globSync(join(root, 'src/**/*.ts'), { exclude: ['**/*.test.ts'] }),
    };
    writeJson(join(work, 'tsconfig.json'), config);
    run(join(root, 'node_modules/.bin/tsc'), '-p', work);
  } finally {
    rmSync(work, { recursive: true });
  }
  // The compiler rewrites the extensions of imports in JavaScript alone.
  for (const file of globSync(join(target, 'lib/**/*.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

function published(root: string, manifest: Manifest): object {
  const { name, version, description, keywords, license, author, engines, bin, dependencies } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const installed = (names: object): object =>
    Object.fromEntries(
      Object.keys(names).map((each) => [each, `^${manifestIn(join(root, 'node_modules', each)).version}`]),
    );
  return {
    name,
    version,
    description,
    keywords,
    license,
    author,
    engines,
    type: 'module',
    main: './lib/index.js',
    types: './lib/index.d.ts',
    bin: Object.fromEntries(
      Object.entries(bin).map(([command, file]) => [
        command,
        file.replace(/^\.\/src\/(.*)\.ts$/, 'lib/$1.js'),
      ]),
    ),
    exports: {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
    files: ['lib', 'src'],
    dependencies: installed(dependencies),
    peerDependencies: peerDependencies && installed(peerDependencies),
    peerDependenciesMeta,
    publishConfig: { access: 'public' },
  };
}

function manifestIn(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}
