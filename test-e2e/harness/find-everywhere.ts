import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The text as bytes may hold it: plain, URL-encoded, in base64 at each alignment, in hexadecimal. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and the last characters depend on what stands beside the text.
    const first = offset === 0 ? 0 : offset + 1;
    return encoded.slice(first, -4).replace(/=+$/, '');
  });
  const urlSafe = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const forms = [text, encodeURIComponent(text), ...base64, ...urlSafe, bytes.toString('hex')];
  return [...new Set([...forms, bytes.toString('hex').toUpperCase()])].filter((form) => form.length >= 6);
}

/** The files below the paths that hold one of the texts in any form, with what was found; binary files too. */
export async function findEverywhere(texts: readonly string[], paths: readonly string[]): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'lodging-needles-'));
  const needles = join(directory, 'needles');
  await writeFile(needles, texts.flatMap(formsOf).join('\n'));
  try {
    const words = ['-r', '-a', '-o', '-F', '-H', '-m', '3', '-f', needles, ...paths];
    const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C' } };
    const { stdout } = await promisify(execFile)('grep', words, options);
    return [...new Set(stdout.split('\n').filter((line) => line !== ''))];
  } catch (error) {
    // grep exits with 1 where it found nothing.
    if (error instanceof Error && 'code' in error && error.code === 1) return [];
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
