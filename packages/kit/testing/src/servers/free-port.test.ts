import { expect, test } from 'vitest';
import { freePort, isPortFree } from './free-port.ts';

test('a free port is none that the system gives to outgoing connections', async () => {
  for (let time = 0; time < 20; time += 1) {
    const port = await freePort();
    expect(port).toBeLessThan(32_768);
    expect(await isPortFree(port)).toBe(true);
  }
});
