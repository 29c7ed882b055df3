import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export interface Terminal {
  /** False without a terminal, so that questions cannot be answered. */
  readonly isInteractive: boolean;
  readStdin(): Promise<string>;
  prompt(question: string): Promise<string>;
  /** Without echo. */
  promptSecret(question: string): Promise<string>;
}

/** Questions are not written to standard output, which may be a file. */
export function openTerminal(input: NodeJS.ReadStream, questions: NodeJS.WriteStream): Terminal {
  return {
    isInteractive: input.isTTY && questions.isTTY,
    async readStdin() {
      const chunks: Buffer[] = [];
      for await (const chunk of input) chunks.push(Buffer.from(chunk as Uint8Array));
      return Buffer.concat(chunks).toString('utf8');
    },
    async prompt(question) {
      const reader = createInterface({ input, output: questions });
      try {
        return (await reader.question(question)).trim();
      } finally {
        reader.close();
      }
    },
    async promptSecret(question) {
      questions.write(question);
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input, output: nowhere, terminal: true });
      try {
        return await reader.question('');
      } finally {
        reader.close();
        questions.write('\n');
      }
    },
  };
}
