import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
}

export interface Started {
  /** What it printed first. */
  readonly firstLine: string;
  readonly stop: () => void;
}

/** Other programs of this machine, such as kubectl. */
export interface Programs {
  readonly run: (program: string, args: readonly string[], input?: string) => Promise<Ended>;
  /** Resolves once it has printed a line; it runs until it is stopped. */
  readonly start: (program: string, args: readonly string[]) => Promise<Started>;
}

const MISSING = 127;

export const programs: Programs = {
  async run(program, args, input = '') {
    const child = spawn(program, args, { stdio: 'pipe' });
    // A program that ends without reading closes the pipe.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [out, notes] = [textOf(child.stdout), textOf(child.stderr)];
    const end = await endOf(child);
    return 'error' in end
      ? { code: MISSING, out: '', notes: end.error }
      : { code: end.code, out: out(), notes: notes() };
  },
  start(program, args) {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const notes = textOf(child.stderr);
    return new Promise((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => {
        const [firstLine = ''] = chunk.toString().split('\n');
        resolve({ firstLine, stop: () => void child.kill() });
      });
      void endOf(child).then((end) =>
        reject(new Error('error' in end ? end.error : `${program} ended with ${end.code}: ${notes()}`)),
      );
    });
  },
};

function textOf(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

function endOf(child: ChildProcess): Promise<{ code: number } | { error: string }> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ error: message }));
    child.once('close', (code) => resolve({ code: code ?? 1 }));
  });
}
