import { styleText } from 'node:util';

export interface Steps {
  run<T>(title: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
  total(): string;
}

export function printSteps(write: (text: string) => void, isTerminal: boolean): Steps {
  const began = performance.now();
  return {
    async run(title, work) {
      const from = performance.now();
      const pending = (text: string): void => {
        if (isTerminal) write(`\r\u001B[K  … ${text}`);
      };
      pending(title);
      const clear = isTerminal ? '\r\u001B[K' : '';
      try {
        const result = await work((note) =>
          isTerminal ? pending(`${title}: ${note}`) : write(`    ${note}\n`),
        );
        write(`${clear}  ${styleText('green', '✔')} ${title.padEnd(52)} ${seconds(from)}\n`);
        return result;
      } catch (error) {
        write(`${clear}  ${styleText('red', '✘')} ${title.padEnd(52)} ${seconds(from)}\n`);
        throw error;
      }
    },
    total: () => seconds(began).trim(),
  };
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s`;
}
