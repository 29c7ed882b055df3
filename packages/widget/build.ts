import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';

/** The component as one file for the browser, without anything to load besides. */
export async function bundleWidget(file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'src', 'index.ts'),
    platform: 'browser',
    // `production` of lit is its build without warnings for developers.
    resolve: { conditionNames: ['browser', 'production', 'import', 'default'] },
    logLevel: 'warn',
  });
  try {
    await bundle.write({ file, format: 'es', minify: true, comments: false });
  } finally {
    await bundle.close();
  }
}

/** The booking page of the demo: a page of a property's website, with the component in it. */
export async function buildBookingPage(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  await bundleWidget(join(directory, 'lodging-booking.js'));
  cpSync(join(import.meta.dirname, 'page'), directory, { recursive: true });
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) throw new Error('usage: build.ts <directory>');
  await buildBookingPage(directory);
}
