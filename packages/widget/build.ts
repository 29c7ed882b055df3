import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import manifest from './package.json' with { type: 'json' };

const FILE = 'lodging-booking.js';

/** The component as one file for the browser, without anything to load besides. */
export async function bundleWidget(file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'src', 'index.ts'),
    platform: 'browser',
    // `production` of lit is its build without warnings for developers.
    resolve: { conditionNames: ['browser', 'production', 'import', 'default'] },
    logLevel: 'warn',
    plugins: [{ name: 'without-indents', transform: (code) => ({ code: withoutIndents(code), map: null }) }],
  });
  try {
    await bundle.write({ file, format: 'es', minify: true, comments: false });
  } finally {
    await bundle.close();
  }
}

/** Styles and markup are texts, which no tool makes smaller. One space is as good there as many. */
function withoutIndents(code: string): string {
  return code.replaceAll(/\n\s+/g, '\n');
}

/** The booking page of the demo: a page of a property's website, with the component in it. */
export async function buildBookingPage(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await bundleWidget(join(directory, FILE));
  cpSync(join(import.meta.dirname, 'page'), directory, { recursive: true });
}

/**
 * What the gateway serves: `<version>/lodging-booking.js` with its compressed files, and `manifest.json` with the version and
 * the hash that pages check. Other versions in the directory stay.
 */
export async function buildWidgetFiles(directory: string): Promise<void> {
  const { version } = manifest;
  const file = join(directory, version, FILE);
  rmSync(join(directory, version), { recursive: true, force: true });
  mkdirSync(join(directory, version), { recursive: true });
  await bundleWidget(file);
  const code = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(code));
  writeFileSync(`${file}.gz`, gzipSync(code, { level: 9 }));
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  writeFileSync(join(directory, 'manifest.json'), `${JSON.stringify({ version, integrity })}\n`);
}

if (import.meta.main) {
  const [what, directory] = process.argv.slice(2);
  const build = { page: buildBookingPage, files: buildWidgetFiles }[what ?? ''];
  if (build === undefined || directory === undefined)
    throw new Error('usage: build.ts page|files <directory>');
  await build(directory);
}
