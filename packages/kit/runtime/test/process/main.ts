import { writeSync } from 'node:fs';
import { z } from 'zod';
import { runProcess, setting, startTimerLoop } from '../../src/index.ts';

await runProcess({
  name: 'test-service',
  settings: z.object({ BEHAVIOUR: setting.text('orderly'), API_KEY: setting.secret(16) }),
  build: async (settings, runtime) => {
    const say = (line: string) => writeSync(1, `${line}\n`);
    runtime.signal.addEventListener('abort', () => say('said: aborted'));
    if (settings.BEHAVIOUR === 'waits-for-ever') await new Promise(() => undefined);
    if (settings.BEHAVIOUR === 'fails-to-build') throw new Error('a dependency is missing');
    if (settings.BEHAVIOUR === 'rejects-later')
      setTimeout(() => void Promise.reject(new Error('unhandled rejection in the background')), 50);
    const loop = startTimerLoop(
      { name: 'work', seconds: 0.05, log: runtime.log, signal: runtime.signal },
      async () => undefined,
    );
    let healthy = true;
    process.on('SIGUSR2', () => (healthy = false));
    return {
      checks: {
        store: async () => {
          if (!healthy) throw new Error('gone');
        },
      },
      stop: async () => {
        await loop.stop();
        say('said: drained');
      },
    };
  },
});
