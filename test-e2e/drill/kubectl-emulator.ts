import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface KubectlCall {
  readonly args: readonly string[];
  readonly input: string;
}
type Answer = string | { readonly code: number; readonly notes: string };

/** A program `kubectl` in a directory for the PATH, which asks `handle` in this process. */
export async function kubectlEmulator(
  directory: string,
  handle: (call: KubectlCall) => Promise<Answer>,
): Promise<{ path: string; stop: () => void }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      void handle(JSON.parse(body) as KubectlCall)
        .catch((error: unknown) => ({ code: 1, notes: String(error) }))
        .then((answer) =>
          response.end(JSON.stringify(typeof answer === 'string' ? { out: answer } : answer)),
        );
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const path = join(directory, 'bin');
  mkdirSync(path, { recursive: true });
  const program = join(path, 'kubectl');
  writeFileSync(program, `#!${process.execPath}\n${PROGRAM.replace('PORT', String(port))}`);
  chmodSync(program, 0o755);
  return { path, stop: () => void server.close() };
}

const PROGRAM = `const args = process.argv.slice(2);
let input = '';
if (args.includes('-')) for await (const chunk of process.stdin) input += chunk;
const answer = await fetch('http://127.0.0.1:PORT', { method: 'POST', body: JSON.stringify({ args, input }) });
const { out = '', notes = '', code = 0 } = await answer.json();
process.stdout.write(out);
process.stderr.write(notes);
process.exitCode = code;
// It forwards until it is killed.
if (args.includes('port-forward')) setInterval(() => {}, 60_000);
`;
