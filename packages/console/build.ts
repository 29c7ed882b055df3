import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Writes the console as the gateway serves it: `index.html`, in which `{{nonce}}` is replaced in each answer, and `assets`
 * with the compressed files beside each file.
 */
export async function buildConsole(directory: string): Promise<void> {
  const outDir = resolve(directory);
  await build({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  for (const file of globSync(join(outDir, 'assets/*.{js,css}'))) compress(file);
}

function compress(file: string): void {
  const code = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(code));
  writeFileSync(`${file}.gz`, gzipSync(code, { level: 9 }));
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (directory === undefined) throw new Error('usage: build.ts <directory>');
  await buildConsole(directory);
}
