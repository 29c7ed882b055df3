import { connect } from 'node:net';

/** Connects, sends a line if the protocol needs one, and fails unless the first bytes of the answer are as expected. */
export function probeLine(port: number, say: string, expected: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1000 });
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Error(why));
    };
    socket.once('error', (error) => fail(error.message));
    socket.once('timeout', () => fail('no answer'));
    socket.once('close', () => reject(new Error('closed')));
    socket.once('connect', () => {
      if (say !== '') socket.write(say);
    });
    socket.once('data', (bytes) => {
      if (!expected.test(bytes.toString('latin1'))) return fail('unexpected answer');
      socket.destroy();
      resolve();
    });
  });
}

/** Connects. */
export function probePort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1000 });
    socket.once('error', reject);
    socket.once('timeout', () => reject(new Error('no answer')));
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
