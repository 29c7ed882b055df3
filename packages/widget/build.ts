import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import manifest from './package.json' with { type: 'json' };

/** A component is one file: a page loads the one it shows, and nothing of the other. */
const ENTRIES = { 'lodging-booking.js': 'index.ts', 'lodging-manage.js': 'manage/index.ts' };
export const WIDGET_FILES = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];

/** Each component as one file for the browser, without anything to load besides. */
export async function bundleWidget(directory: string): Promise<void> {
  for (const name of WIDGET_FILES) await bundleFile(ENTRIES[name], join(directory, name));
}

async function bundleFile(entry: string, file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'src', entry),
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

/** The pages of the demo: those of a property's website, with the components in them. */
export async function buildBookingPage(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await bundleWidget(directory);
  cpSync(join(import.meta.dirname, 'page'), directory, { recursive: true });
}

/**
 * What the gateway serves: in `<version>` the file of each component with its compressed files, and `manifest.json` with the
 * version and the hashes that pages check. Other versions in the directory stay.
 */
export async function buildWidgetFiles(directory: string): Promise<void> {
  const { version } = manifest;
  const to = join(directory, version);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  await bundleWidget(to);
  const integrity = Object.fromEntries(WIDGET_FILES.map((name) => [name, compress(join(to, name))]));
  writeFileSync(join(directory, 'manifest.json'), `${JSON.stringify({ version, integrity })}\n`);
}

/** Writes the compressed files beside the file. Returns its hash, as the attribute `integrity` of a script has it. */
function compress(file: string): string {
  const code = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(code));
  writeFileSync(`${file}.gz`, gzipSync(code, { level: 9 }));
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

if (import.meta.main) {
  const [what, directory] = process.argv.slice(2);
  const build = { page: buildBookingPage, files: buildWidgetFiles }[what ?? ''];
  if (build === undefined || directory === undefined)
    throw new Error('usage: build.ts page|files <directory>');
  await build(directory);
}
