import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pagesCache, repository } from './home.ts';

const CONSOLE = join(repository, 'packages', 'console', 'build.ts');
const CONSOLE_SOURCES = 'packages/{console,client,format}/{src/**/*,*.*}';
const WIDGET = join(repository, 'packages', 'widget', 'build.ts');
const WIDGET_SOURCES = 'packages/{widget,client}/{src/**/*,page/**/*,*.*}';

/** The directory of the console's pages. */
export function buildConsoleFiles(): Promise<string> {
  return builtFrom(CONSOLE_SOURCES, 'console', (to) => run(CONSOLE, to));
}

/** The directory of the demo's booking page. */
export function buildBookingPage(): Promise<string> {
  return builtFrom(WIDGET_SOURCES, 'booking-page', (to) => run(WIDGET, 'page', to));
}

/** Adds what the gateway serves to the directory: other versions in it stay. */
export async function addWidgetFiles(directory: string): Promise<void> {
  const built = await builtFrom(WIDGET_SOURCES, 'widget', (to) => run(WIDGET, 'files', to));
  cpSync(built, directory, { recursive: true });
}

/** In a process of its own, which takes the memory of the bundler with it. */
function run(program: string, ...args: string[]): Promise<unknown> {
  return promisify(execFile)(process.execPath, [program, ...args], { cwd: repository });
}

/** Builds unless it is there for these sources, and returns the directory, which all stacks of the checkout share. */
async function builtFrom(
  sources: string,
  name: string,
  build: (directory: string) => Promise<unknown>,
): Promise<string> {
  const directory = join(pagesCache(name), hashOf(sources));
  if (existsSync(directory)) return directory;
  const unfinished = `${directory}.${process.pid}`;
  await build(unfinished);
  // Another stack may have been faster; its pages are the same.
  await rename(unfinished, directory).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  });
  return directory;
}

function hashOf(sources: string): string {
  const hash = createHash('sha256');
  const files = globSync(['pnpm-lock.yaml', sources], { cwd: repository, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}
